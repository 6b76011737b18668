import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/http/contract.ts'
import { expiringOf } from '../../api/stock/items.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { LotState } from '../../parts/lot-state.tsx'
import { column } from '../../parts/tables/columns.tsx'
import { plainTable } from '../../parts/tables/plain-table.tsx'

type Lot = Schemas['Lot']

/** The lots in stock, with the day on which they expire. */
export function ItemLots({ shortID, lots }: { readonly shortID: string; readonly lots: readonly Lot[] }) {
  const expiring = useQuery(expiringOf({ itemID: shortID }))
  const expires = new Map(expiring.data?.value.map((lot) => [lot.recNo, lot.expires]))
  return (
    <>
      {expiring.error && <ErrorNote error={expiring.error} onRetry={() => void expiring.refetch()} />}
      <LotsTable rows={lots.map((lot) => ({ ...lot, expires: expires.get(lot.recNo) ?? null }))} maxHeight={360} />
      {lots.length > 0 && (
        <Text size="xs" c="dimmed">
          {lots.length} {lots.length === 1 ? 'lot' : 'lots'}
        </Text>
      )}
    </>
  )
}

const LotsTable = plainTable<Lot & { readonly expires: string | null }>(
  'Lots',
  'No lot is in stock.',
  ({ recNo }) => recNo,
  [
    column.lot('Lot', 'recNo'),
    column.text('Warehouse', 'warehouse'),
    column.text('Spot', 'spot'),
    column.wide('Serial', 'serial'),
    column.moment('Received', 'received'),
    column.day('Expires', 'expires'),
    { title: 'State', isMain: true, cell: ({ hold, expires }) => <LotState hold={hold} expires={expires} /> },
    column.quantity('Units', 'units', { isMain: true }),
  ],
)
