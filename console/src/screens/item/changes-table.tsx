import { CountLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import type { QuantityPoint } from '../../fold/quantity-series.ts'

/** What came and went, point by point. */
export const ChangesTable = plainTable<QuantityPoint>(
  'Quantity over time',
  'No change.',
  ({ transactionNo }) => transactionNo,
  [
    column.moment('When', 'at'),
    column.number('Transaction', 'transactionNo'),
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
    column.difference('Change', 'change'),
    column.quantity('In stock', 'units'),
  ],
)
