import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/http/contract.ts'
import { expiringOf } from '../../api/items.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { type Packaging, packagesColumn } from '../../components/inputs/packages.ts'
import { type Column, column } from '../../components/tables/columns.tsx'
import { AllLots, locationOfLot, stateOfLot } from '../../components/tables/lot-columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'

type Lot = Schemas['Lot']
type Row = Lot & { readonly expires: string | null; readonly goodUntil: string | null }

interface ItemLotsProps {
  readonly item: Packaging & { readonly shortID: string }
  readonly lots: readonly Lot[]
}

/** The lots in stock, with the day on which they expire. */
export function ItemLots({ item, lots }: ItemLotsProps) {
  const expiring = useQuery(expiringOf({ itemID: item.shortID }))
  const known = new Map(expiring.data?.value.map((lot) => [lot.recNo, lot]))
  return (
    <>
      {expiring.error && <ErrorNote error={expiring.error} onRetry={() => void expiring.refetch()} />}
      <PlainTable
        label="Lots"
        columns={[...columns, ...packagesColumn<Row>(item, 'Units', ({ units }) => units)]}
        rows={lots.map((lot) => {
          const { expires = null, goodUntil = null } = known.get(lot.recNo) ?? {}
          return { ...lot, expires, goodUntil }
        })}
        keyOf={({ recNo }) => recNo}
        empty="No lot is in stock."
        maxHeight={360}
      />
      {lots.length > 0 && <AllLots itemID={item.shortID} />}
    </>
  )
}

const columns: readonly Column<Row>[] = [
  column.lot('Lot', 'recNo'),
  ...locationOfLot,
  column.wide('Serial', 'serial'),
  column.moment('Received', 'received'),
  column.day('Expires', 'expires'),
  ...stateOfLot,
]
