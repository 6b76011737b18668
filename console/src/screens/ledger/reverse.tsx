import { Paper, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Entry } from '../../api/stock/ledger.ts'
import { useWarehouseName } from '../../api/stock/registries.ts'
import { reverse } from '../../api/stock/stock-writes.ts'
import { type Reversal, toReversal } from '../../fold/reversal.ts'
import { Difference } from '../../parts/figures.tsx'
import { GuardedForm } from '../../parts/forms/guarded-form.tsx'
import { levelFigures } from '../../parts/level-figures.ts'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'

interface ReverseProps {
  readonly entry: Entry
  readonly onClose: () => void
}

/** Takes a transaction back, after a look at what that does to the level. */
export function Reverse({ entry, onClose }: ReverseProps) {
  const [remark, setRemark] = useState('')
  return (
    <Paper withBorder p="md" radius="md" aria-label={`Reverse transaction ${entry.transactionNo}`} component="section">
      <GuardedForm
        verb={`Reverse transaction ${entry.transactionNo}`}
        body={{ remark }}
        missing={undefined}
        preview={async () => toReversal(entry.levels)}
        send={(wished: { readonly remark: string }, key) => reverse(entry.transactionNo, wished.remark, key)}
        showPreview={(changes) => <ReversalTable changes={changes} />}
        showAnswer={({ transactionNo }) => <Text size="sm">It was taken back by transaction {transactionNo}.</Text>}
        onNext={onClose}
        onClose={onClose}
      >
        {(errors) => (
          <TextInput
            label="Remark"
            description="Why it is taken back; it stays in the ledger"
            maxLength={255}
            value={remark}
            onChange={(event) => setRemark(event.currentTarget.value)}
            error={errors.remark?.join(', ')}
            autoFocus
          />
        )}
      </GuardedForm>
    </Paper>
  )
}

function ReversalTable({ changes }: { readonly changes: readonly Reversal[] }) {
  const nameOf = useWarehouseName()
  const columns: readonly Column<Reversal>[] = [
    { title: 'Warehouse', isWide: true, cell: ({ wid }) => nameOf(wid) },
    { title: 'Figure', cell: ({ figure }) => levelFigures.find(({ name }) => name === figure)?.title ?? figure },
    { title: 'Change', isNumber: true, cell: ({ units }) => <Difference of={units} /> },
  ]
  return (
    <>
      <PlainTable
        label="What the reversal changes"
        columns={columns}
        rows={changes}
        keyOf={({ wid, figure }) => `${wid} ${figure}`}
        empty="No figure of a level changes."
      />
      <Text size="sm" c="dimmed">
        It is refused if its lots have changed since.
      </Text>
    </>
  )
}
