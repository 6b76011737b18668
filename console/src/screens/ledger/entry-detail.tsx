import { Group, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import type { Entry } from '../../api/ledger.ts'
import { useMay } from '../../api/session-context.ts'
import { reverse } from '../../api/stock.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { levelFigures, Quantity } from '../../components/figures.tsx'
import { type Fields, text, wide } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { LocationName } from '../../components/names.tsx'
import { CountLink, OrderLink, TransactionLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { type Reversal, toReversal } from '../../fold/reversal.ts'

const REVERSIBLE: readonly Entry['type'][] = ['receive', 'move', 'issue', 'hold', 'release']

/** All of an entry: what it did to lots and figures, before and after, and the way back. */
export function EntryDetail({ entry }: { readonly entry: Entry }) {
  // Its response stays when the entry says that it was reversed.
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
          ...optional('Note', entry.remark || null),
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
  'No lots changed',
  ({ recNo, wid, spot }) => `${recNo} ${wid} ${spot}`,
  [
    column.lot('Lot', 'recNo'),
    column.lot('Split from', 'fromRecNo'),
    {
      title: 'Location',
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

/** Changes of figures, by warehouse. */
const figuresTable = (label: string, empty: string) =>
  plainTable<Reversal>(label, empty, ({ wid, figure }) => `${wid} ${figure}`, [
    column.warehouse('Warehouse', 'wid', { isWide: true }),
    { title: 'Figure', cell: ({ figure }) => levelFigures.find(({ name }) => name === figure)?.title ?? figure },
    column.difference('Change', 'units'),
  ])

const FiguresTable = figuresTable('Stock levels', 'Stock levels stayed the same.')
const ReversalTable = figuresTable('Effect of the reversal', 'Stock levels stay the same.')

const fields: Fields<{ remark?: string }> = {
  remark: wide(text('Note', 255, 'Reason for reversing (kept in the ledger)')),
}

/** Takes a transaction back, after a look at what that does to the level. */
function Reverse({ entry }: { readonly entry: Entry }) {
  return (
    <Paper withBorder p="md" radius="md" aria-label={`Reverse transaction ${entry.transactionNo}`} component="section">
      <FieldsForm
        verb={`Reverse transaction ${entry.transactionNo}`}
        fields={fields}
        dryRun={async () => toReversal(entry.levels)}
        send={(why: { remark?: string }, key) => reverse({ transactionNo: entry.transactionNo, ...why }, key)}
        showPlan={(changes) => (
          <>
            <ReversalTable rows={changes} />
            <Text size="sm" c="dimmed">
              You can’t reverse it once its lots have changed.
            </Text>
          </>
        )}
        showResult={({ transactionNo }) => (
          <>
            Reversed by transaction <TransactionLink of={transactionNo} />.
          </>
        )}
        plansAtOnce
      />
    </Paper>
  )
}
