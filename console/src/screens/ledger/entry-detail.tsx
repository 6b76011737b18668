import { Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import type { Entry } from '../../api/ledger.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { levelFigures, Quantity } from '../../components/figures.tsx'
import { LocationName } from '../../components/names.tsx'
import { CountLink, OrderLink, TransactionLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { None } from '../../components/time.tsx'
import { Reverse } from './reverse.tsx'

const REVERSIBLE: readonly Entry['type'][] = ['receive', 'move', 'issue', 'hold', 'release']

/** All of an entry: what it did to lots and figures, before and after, and the way back. */
export function EntryDetail({ entry }: { readonly entry: Entry }) {
  // Its answer stays when the entry says that it was reversed.
  const [isReversible] = useState(entry.reversedBy === undefined && REVERSIBLE.includes(entry.type))
  const mayReverse = [useMay('negativeAdjustment'), useMay('positiveAdjustment'), useMay('locateMoveUnits')].includes(
    true,
  )
  return (
    <Stack gap="sm">
      <DescriptionList
        of={[
          ['Request', entry.requestId],
          ['Order', <OrderLink key="order" reference={entry.reference} line={entry.line} />],
          ...optional('Remark', entry.remark || null),
          ...optional('Supplier', entry.supplier),
          ...optional('Unit cost', entry.price === null ? null : <Quantity of={entry.price} />),
          ...optional('Customer', entry.shipto),
          ...optional('Production', entry.prodID),
          ...optional('Transit slip', entry.transitSlip),
          ...optional('Count', entry.countNo === null ? null : <CountLink countNo={entry.countNo} />),
          ...optional('Reverses', entry.reverses && <TransactionLink key="reverses" of={entry.reverses} />),
          ...optional('Reversed by', entry.reversedBy ? <TransactionLink key="by" of={entry.reversedBy} /> : null),
          ...optional('Amended', entry.amended ? toAmendments(entry.amended) : null),
        ]}
      />
      <Group align="start" gap="md" grow preventGrowOverflow={false}>
        <LotsTable rows={entry.lots} />
        <FiguresTable rows={entry.levels} />
      </Group>
      {mayReverse && isReversible && <Reverse entry={entry} />}
    </Stack>
  )
}

const optional = (name: string, value: ReactNode): (readonly [string, ReactNode])[] =>
  value === null ? [] : [[name, value]]

const toAmendments = (amended: readonly Schemas['Amendment'][]) =>
  amended.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`).join('; ')

const LotsTable = plainTable<Schemas['LotStep']>(
  'Lots before and after',
  'No lot was changed.',
  ({ recNo, wid, spot }) => `${recNo} ${wid} ${spot}`,
  [
    column.lot('Lot', 'recNo'),
    column.lot('Split from', 'fromRecNo'),
    {
      title: 'Where',
      isWide: true,
      cell: (step) => (
        <>
          <LocationName of={step} />
          {step.hold && ', on hold'}
        </>
      ),
    },
    column.quantity('Before', 'unitsBefore'),
    column.quantity('After', 'unitsAfter'),
  ],
)

const FiguresTable = plainTable<Schemas['LevelChange']>(
  'Figures of the level',
  'No figure was changed.',
  ({ wid, figure }) => `${wid} ${figure}`,
  [
    column.warehouse('Warehouse', 'wid', { isWide: true }),
    { title: 'Figure', cell: ({ figure }) => levelFigures.find(({ name }) => name === figure)?.title ?? <None /> },
    column.difference('Change', 'units'),
  ],
)
