import type { Entry } from '../../api/stock/ledger.ts'
import { Quantity } from '../../parts/figures.tsx'
import { OrderLink } from '../../parts/record-links.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { Moment, None } from '../../parts/time.tsx'
import { Who } from '../../parts/who.tsx'

/** What happened to one lot, newest first, with its quantity before and after. */
export function LotHistory({ entries, recno }: { readonly entries: readonly Entry[]; readonly recno: number }) {
  const stepOf = ({ lots }: Entry) => lots.find(({ recNo }) => recNo === recno)
  const columns: readonly Column<Entry>[] = [
    { title: 'When', cell: ({ at }) => <Moment at={at} /> },
    { title: 'What', cell: ({ type }) => type },
    { title: 'By', cell: (entry) => <Who of={entry} /> },
    { title: 'Reference', cell: ({ reference, line }) => <OrderLink reference={reference} line={line} /> },
    { title: 'Remark', isWide: true, cell: ({ remark }) => remark },
    { title: 'Before', isNumber: true, cell: (entry) => quantityOrNone(stepOf(entry)?.unitsBefore) },
    { title: 'After', isNumber: true, cell: (entry) => quantityOrNone(stepOf(entry)?.unitsAfter) },
  ]
  return (
    <PlainTable
      label="History"
      columns={columns}
      rows={entries.toReversed()}
      keyOf={({ transactionNo }) => transactionNo}
      empty="Nothing happened to it yet."
    />
  )
}

const quantityOrNone = (units: number | undefined) => (units === undefined ? <None /> : <Quantity of={units} />)
