import type { Entry } from '../../api/ledger.ts'
import { Who } from '../../components/names.tsx'
import { EntryType, OrderLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'

/** What happened to one lot, newest first, with its quantity before and after. */
export function LotHistory({ entries, recno }: { readonly entries: readonly Entry[]; readonly recno: number }) {
  const rows = entries.toReversed().map((entry) => {
    const step = entry.lots.find(({ recNo }) => recNo === recno)
    return { ...entry, before: step?.unitsBefore ?? null, after: step?.unitsAfter ?? null }
  })
  return <History rows={rows} />
}

const History = plainTable<Entry & { readonly before: number | null; readonly after: number | null }>(
  'History',
  'Nothing happened to it yet.',
  ({ transactionNo }) => transactionNo,
  [
    column.moment('When', 'at'),
    { title: 'What', cell: (entry) => <EntryType of={entry} /> },
    { title: 'By', cell: (entry) => <Who of={entry} /> },
    { title: 'Reference', cell: ({ reference, line }) => <OrderLink reference={reference} line={line} /> },
    column.wide('Remark', 'remark'),
    column.quantity('Before', 'before'),
    column.quantity('After', 'after'),
  ],
)
