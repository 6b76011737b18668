import type { QuantityPoint } from '../../fold/quantity-series.ts'
import { CountLink } from '../../parts/record-links.tsx'
import { column } from '../../parts/tables/columns.tsx'
import { plainTable } from '../../parts/tables/plain-table.tsx'

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
