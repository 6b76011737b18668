import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/http/client.ts'
import { expiringOf } from '../../api/stock/items.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Quantity } from '../../parts/figures.tsx'
import { LotState } from '../../parts/lot-state.tsx'
import { LotLink } from '../../parts/record-links.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { Day, Moment } from '../../parts/time.tsx'

type Lot = Schemas['Lot']

/** The lots in stock, with the day on which they expire. */
export function ItemLots({ shortID, lots }: { readonly shortID: string; readonly lots: readonly Lot[] }) {
  const expiring = useQuery(expiringOf(shortID))
  const expires = new Map(expiring.data?.value.map((lot) => [lot.recNo, lot.expires]))
  const columns: readonly Column<Lot>[] = [
    { title: 'Lot', cell: ({ recNo }) => <LotLink recNo={recNo} /> },
    { title: 'Warehouse', cell: ({ warehouse }) => warehouse },
    { title: 'Spot', cell: ({ spot }) => spot },
    { title: 'Serial', isWide: true, cell: ({ serial }) => serial },
    { title: 'Received', cell: ({ received }) => <Moment at={received} /> },
    { title: 'Expires', cell: ({ recNo }) => <Day at={expires.get(recNo) ?? null} /> },
    { title: 'State', cell: ({ hold, recNo }) => <LotState hold={hold} expires={expires.get(recNo) ?? null} /> },
    { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
  ]
  return (
    <>
      {expiring.error && <ErrorNote error={expiring.error} onRetry={() => void expiring.refetch()} />}
      <PlainTable
        label="Lots"
        columns={columns}
        rows={lots}
        keyOf={({ recNo }) => recNo}
        empty="No lot is in stock."
        maxHeight={360}
      />
      {lots.length > 0 && (
        <Text size="xs" c="dimmed">
          {lots.length} {lots.length === 1 ? 'lot' : 'lots'}
        </Text>
      )}
    </>
  )
}
