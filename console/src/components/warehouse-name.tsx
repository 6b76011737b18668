import { useWarehouseName } from '../api/stock/registries.ts'

/** A warehouse by its number. */
export function WarehouseName({ of: wid }: { readonly of: number }) {
  return useWarehouseName()(wid)
}

interface LocationNameProps {
  readonly of: { readonly wid: number; readonly spot: string }
}

/** A spot, with its warehouse. */
export function LocationName({ of: { wid, spot } }: LocationNameProps) {
  return (
    <>
      <WarehouseName of={wid} /> {spot}
    </>
  )
}
