import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addDays, nameOfDay } from '../../../../shared/day.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { availableToPromise, putReorderPoint, reorderPoints } from '../../api/items.ts'
import { useMay } from '../../api/session-context.ts'
import type { Explanation } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import { decimal, type Fields, lot, required, warehouse } from '../../components/forms/fields.tsx'
import { formStep, NextSteps } from '../../components/forms/next-steps.tsx'
import { WarehouseSelect } from '../../components/inputs/registry-selects.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { BehindChart, TimeChart } from '../../components/time-chart.tsx'
import { noonOf } from '../../fold/days.ts'
import { toText } from '../../fold/person-numbers.ts'

const HORIZON_DAYS = 90

interface ItemAtpProps {
  readonly shortID: string
  readonly unit: string | undefined
  readonly explanation: Explanation
}

/** Available to promise in one warehouse, day by day. */
export function ItemAtp({ shortID, unit, explanation }: ItemAtpProps) {
  const [wid, setWid] = useState(explanation.warehouses[0]?.wid)
  if (wid === undefined) return null
  return (
    <Section title="Available to promise" aside={<WarehouseSelect isFilter value={wid} onChange={setWid} />}>
      <AtpOfWarehouse shortID={shortID} unit={unit} wid={wid} />
    </Section>
  )
}

function AtpOfWarehouse({ shortID, unit, wid }: Omit<ItemAtpProps, 'explanation'> & { readonly wid: number }) {
  // Available to promise counts days in UTC.
  const to = addDays(nameOfDay(new Date()), HORIZON_DAYS)
  return (
    <Loaded query={useQuery(availableToPromise({ itemID: shortID, wid, to }))}>
      {(atp) => <AtpTimeline atp={atp} unit={unit} />}
    </Loaded>
  )
}

type AvailableToPromise = Schemas['AvailableToPromise']

function AtpTimeline({ atp, unit }: { readonly atp: AvailableToPromise; readonly unit: string | undefined }) {
  const { rows, to, overdue } = atp
  const label = `Available to promise${unit ? ` (${unit})` : ''}`
  const [times, lines] = useMemo(() => {
    const last = rows.at(-1)
    const ends = last && last.date < to ? [...rows, { ...last, date: to }] : rows
    return [ends.map(({ date }) => noonOf(date)), [{ label, values: ends.map(({ atp }) => atp) }]]
  }, [rows, to, label])
  return (
    <>
      <TimeChart label={label} times={times} lines={lines} isStepped height={180} />
      <BehindChart>
        <AtpTable rows={rows} />
      </BehindChart>
      {overdue.length > 0 && (
        <Text size="sm">
          Not included (overdue or without a date):{' '}
          {overdue.map(({ reference, line, units }) => `${toText(units)} from ${reference}, line ${line}`).join('; ')}
        </Text>
      )}
    </>
  )
}

const AtpTable = plainTable<AvailableToPromise['rows'][number]>('Available to promise', 'No days', ({ date }) => date, [
  column.wide('From', 'date'),
  column.quantity('Supply', 'supply'),
  column.quantity('Demand', 'demand'),
  column.quantity('Projected', 'projected'),
  column.quantity('Available to promise', 'atp'),
])

type Settings = Omit<Schemas['PutReorderPointRequest'], 'itemID'>

/** When an item is reordered, by warehouse. */
export function ReorderPoints({ shortID }: { readonly shortID: string }) {
  const mayWrite = useMay('modifyItemMaster')
  return (
    <Section title="Reordering">
      <Loaded query={useQuery(reorderPoints({ itemID: shortID }))} height={60}>
        {({ value }) => <Points rows={value} />}
      </Loaded>
      {mayWrite && (
        <NextSteps
          steps={[
            formStep('Position = available + on order + in transit. An item without a minimum is not reordered.', {
              verb: 'Set minimum',
              fields,
              missingOf: ({ minimum, reorderTo }) =>
                minimum !== undefined && reorderTo === undefined ? 'order-up-to quantity' : undefined,
              ...typedAs(putReorderPoint, (settings: Settings) => toRequest(shortID, settings)),
              showPlan: ({ minimum, reorderTo }) =>
                minimum === null || reorderTo === null ? (
                  'The item is no longer reordered for this warehouse.'
                ) : (
                  <Text size="sm">
                    Below <Quantity of={minimum} />, reorder up to <Quantity of={reorderTo} />.
                  </Text>
                ),
              showResult: ({ status }) => `Settings ${status}.`,
            }),
          ]}
        />
      )}
    </Section>
  )
}

const fields: Fields<Settings> = {
  wid: required(warehouse()),
  minimum: decimal('Minimum', 'minimum (like 100)'),
  reorderTo: decimal('Order up to', 'order-up-to quantity (like 500)'),
  leadDays: { ...lot('Lead time (days)'), name: 'lead time in days' },
}

const toRequest = (itemID: string, settings: Settings): Schemas['PutReorderPointRequest'] => ({
  itemID,
  ...settings,
  ...(settings.minimum === undefined && settings.reorderTo === undefined && { minimum: null }),
})

const Points = plainTable<Schemas['ReorderPoint']>('Reordering', 'No minimum set', ({ wid }) => wid, [
  column.warehouse('Warehouse', 'wid', { isWide: true }),
  column.quantity('Minimum', 'minimum'),
  column.quantity('Order up to', 'reorderTo'),
  column.quantity('Lead time (days)', 'leadDays'),
])
