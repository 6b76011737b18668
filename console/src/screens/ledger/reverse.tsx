import { Paper, Text } from '@mantine/core'
import type { Entry } from '../../api/ledger.ts'
import { reverse } from '../../api/stock.ts'
import { levelFigures } from '../../components/figures.tsx'
import { type Fields, text, wide } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { TransactionLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { type Reversal, toReversal } from '../../fold/reversal.ts'

interface Why {
  readonly remark?: string
}

const fields: Fields<Why> = {
  remark: wide(text('Remark', 255, 'Why it is taken back; it stays in the ledger')),
}

/** Takes a transaction back, after a look at what that does to the level. */
export function Reverse({ entry }: { readonly entry: Entry }) {
  return (
    <Paper withBorder p="md" radius="md" aria-label={`Reverse transaction ${entry.transactionNo}`} component="section">
      <FieldsForm
        verb={`Reverse transaction ${entry.transactionNo}`}
        fields={fields}
        dryRun={async () => toReversal(entry.levels)}
        send={(why: Why, key) => reverse({ transactionNo: entry.transactionNo, ...why }, key)}
        showPlan={(changes) => (
          <>
            <ReversalTable rows={changes} />
            <Text size="sm" c="dimmed">
              It is refused if its lots have changed since.
            </Text>
          </>
        )}
        showResult={({ transactionNo }) => (
          <>
            It was taken back by transaction <TransactionLink of={transactionNo} />.
          </>
        )}
        plansAtOnce
      />
    </Paper>
  )
}

const ReversalTable = plainTable<Reversal>(
  'What the reversal changes',
  'No figure of a level changes.',
  ({ wid, figure }) => `${wid} ${figure}`,
  [
    column.warehouse('Warehouse', 'wid', { isWide: true }),
    { title: 'Figure', cell: ({ figure }) => levelFigures.find(({ name }) => name === figure)?.title ?? figure },
    column.difference('Change', 'units'),
  ],
)
