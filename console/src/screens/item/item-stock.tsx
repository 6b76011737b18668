import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import { expiringOf } from '../../api/items.ts'
import { entryTypeNames, ledgerList } from '../../api/ledger.ts'
import type { Explanation } from '../../api/stock.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { levelFigures, Quantity } from '../../components/figures.tsx'
import { type Packaging, packagesColumn } from '../../components/inputs/packages.ts'
import { WarehouseSelect } from '../../components/inputs/registry-selects.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { CountLink } from '../../components/record-links.tsx'
import { Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { AllLots, locationOfLot, stateOfLot } from '../../components/tables/lot-columns.tsx'
import { PlainTable, plainTable } from '../../components/tables/plain-table.tsx'
import { useFirstPages } from '../../components/tables/use-pages.ts'
import { BehindChart, type ChartLine, TimeChart } from '../../components/time-chart.tsx'
import { type Mark, markOf, type QuantityPoint, toQuantitySeries } from '../../fold/quantity-series.ts'

type Figures = Pick<Explanation['level'], (typeof levelFigures)[number]['name']>
interface LevelRow extends Figures {
  readonly warehouse: string
  /** Absent: all warehouses. */
  readonly wid?: number
}

interface LevelsProps {
  readonly item: Packaging & { readonly shortID: string }
  readonly explanation: Explanation
}

export function LevelsByWarehouse({ item, explanation: { level, warehouses } }: LevelsProps) {
  const rows: readonly LevelRow[] = warehouses.length > 1 ? [...warehouses, { ...level, warehouse: 'All' }] : warehouses
  return (
    <PlainTable
      label="Levels by warehouse"
      columns={[
        ...columnsOf(item.shortID),
        ...packagesColumn<LevelRow>(item, 'Available', ({ available }) => available),
      ]}
      rows={rows}
      keyOf={({ warehouse }) => warehouse}
      empty="No stock history"
    />
  )
}

/** Figures that are the units of lots lead to these. */
const ofLots: Readonly<Partial<Record<keyof Figures, object>>> = { inStock: {}, onHold: { hold: true } }

const columnsOf = (itemID: string): readonly Column<LevelRow>[] => [
  { title: 'Warehouse', isWide: true, cell: ({ warehouse }) => (warehouse === 'All' ? <b>All</b> : warehouse) },
  ...levelFigures.map(({ name, title, hint }) => ({
    title,
    hint,
    isNumber: true,
    cell: (row: LevelRow) => {
      const lots = row[name] === 0 ? undefined : ofLots[name]
      const figure = <Quantity of={row[name]} />
      return lots ? (
        <RouteAnchor to="/lots" search={{ itemID, wid: row.wid, ...lots }} size="sm">
          {figure}
        </RouteAnchor>
      ) : (
        figure
      )
    },
  })),
]

type Lot = Schemas['Lot']
type LotRow = Lot & { readonly expires: string | null; readonly goodUntil: string | null }

interface ItemLotsProps {
  readonly item: Packaging & { readonly shortID: string }
  readonly lots: readonly Lot[]
}

/** The lots in stock, with the day on which they expire. */
export function ItemLots({ item, lots }: ItemLotsProps) {
  const expiring = useQuery(expiringOf({ itemID: item.shortID }))
  const known = new Map(expiring.data?.value.map((lot) => [lot.recNo, lot]))
  return (
    <>
      {expiring.error && <ErrorNote error={expiring.error} onRetry={() => void expiring.refetch()} />}
      <PlainTable
        label="Lots"
        columns={[...lotColumns, ...packagesColumn<LotRow>(item, 'Units', ({ units }) => units)]}
        rows={lots.map((lot) => {
          const { expires = null, goodUntil = null } = known.get(lot.recNo) ?? {}
          return { ...lot, expires, goodUntil }
        })}
        keyOf={({ recNo }) => recNo}
        empty="No lots in stock"
        maxHeight={360}
      />
      {lots.length > 0 && <AllLots itemID={item.shortID} />}
    </>
  )
}

const lotColumns: readonly Column<LotRow>[] = [
  column.lot('Lot', 'recNo'),
  ...locationOfLot,
  column.wide('Serial', 'serial'),
  column.moment('Received', 'received'),
  column.day('Expires', 'expires'),
  ...stateOfLot,
]

interface QuantityOverTimeProps {
  readonly shortID: string
  readonly unit: string | undefined
  readonly explanation: Explanation
}

const marks: readonly (Pick<ChartLine, 'label' | 'shape'> & { readonly mark: Mark })[] = [
  { mark: 'issued', label: '▼ Issued', shape: 'down' },
  { mark: 'counted', label: '■ Counted', shape: 'square' },
  { mark: 'received', label: '▲ Received', shape: 'up' },
]

/** What was in stock, counted back from now by the ledger. */
export function QuantityOverTime({ shortID, unit, explanation }: QuantityOverTimeProps) {
  const [wid, setWid] = useState<number>()
  const ledger = useFirstPages('whole ledger', ledgerList({ itemID: shortID }))
  const { level, warehouses } = explanation
  const inStock = wid === undefined ? level.inStock : (warehouses.find((one) => one.wid === wid)?.inStock ?? 0)
  const points = useMemo(
    () => toQuantitySeries(ledger.data?.pages.flatMap(({ value }) => value) ?? [], inStock, wid),
    [ledger.data, inStock, wid],
  )
  const times = useMemo(() => points.map(({ at }) => Date.parse(at) / 1000), [points])
  const label = `In stock${unit ? ` (${unit})` : ''}`
  const lines = useMemo(
    () => [
      { label, values: points.map(({ units }) => units) },
      ...marks.map(({ mark, ...style }) => ({
        ...style,
        values: points.map((point) => (markOf(point) === mark ? point.units : null)),
      })),
    ],
    [label, points],
  )
  return (
    <Section
      title="Quantity over time"
      aside={
        <Group gap="xs" align="end">
          {ledger.hasNextPage && (
            <Button variant="default" loading={ledger.isFetching} onClick={() => void ledger.fetchNextPage()}>
              Load older
            </Button>
          )}
          <WarehouseSelect isFilter value={wid} onChange={setWid} all="All warehouses" />
        </Group>
      }
    >
      {ledger.error && <ErrorNote error={ledger.error} onRetry={() => void ledger.refetch()} />}
      {points.length === 0 ? (
        <Text c="dimmed" size="sm">
          {ledger.isPending ? 'Loading…' : 'No receipts or issues yet'}
        </Text>
      ) : (
        <>
          <TimeChart label={label} times={times} lines={lines} isStepped />
          <BehindChart>
            <ChangesTable rows={points.toReversed()} maxHeight={320} />
          </BehindChart>
        </>
      )}
    </Section>
  )
}

const typeNames: Readonly<Record<string, string>> = entryTypeNames

/** What came and went, point by point. */
const ChangesTable = plainTable<QuantityPoint>(
  'Quantity over time',
  'No changes',
  ({ transactionNo }) => transactionNo,
  [
    column.moment('When', 'at'),
    column.number('Transaction', 'transactionNo'),
    {
      title: 'What',
      isWide: true,
      cell: ({ type, countNo }) =>
        countNo === null ? (
          typeNames[type]
        ) : (
          <>
            {typeNames[type]} by count <CountLink countNo={countNo} />
          </>
        ),
    },
    column.difference('Change', 'change'),
    column.quantity('In stock', 'units'),
  ],
)
