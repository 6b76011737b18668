import type { QuantityPoint } from '../../fold/quantity-series.ts'
import { Difference, Quantity } from '../../parts/figures.tsx'
import { CountLink } from '../../parts/record-links.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { Moment } from '../../parts/time.tsx'

export function ChangesTable({ points }: { readonly points: readonly QuantityPoint[] }) {
  return (
    <PlainTable
      label="Quantity over time"
      columns={columns}
      rows={points.toReversed()}
      keyOf={({ transactionNo }) => transactionNo}
      empty="No change."
      maxHeight={320}
    />
  )
}

const columns: readonly Column<QuantityPoint>[] = [
  { title: 'When', cell: ({ at }) => <Moment at={at} /> },
  { title: 'Transaction', isNumber: true, cell: ({ transactionNo }) => transactionNo },
  {
    title: 'What',
    isWide: true,
    cell: ({ type, countNo }) =>
      countNo === null ? (
        type
      ) : (
        <>
          {type} by count <CountLink countNo={countNo} />
        </>
      ),
  },
  { title: 'Change', isNumber: true, cell: ({ change }) => <Difference of={change} /> },
  { title: 'In stock', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
]
