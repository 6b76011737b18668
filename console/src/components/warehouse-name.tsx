import { useWarehouseName } from '../api/stock/registries.ts'

/** A warehouse by its number. */
export function WarehouseName({ of: wid }: { readonly of: number }) {
  return useWarehouseName()(wid)
}

interface PlaceProps {
  readonly of: { readonly wid: number; readonly spot: string }
}

/** A spot, with its warehouse. */
export function Place({ of: { wid, spot } }: PlaceProps) {
  return (
    <>
      <WarehouseName of={wid} /> {spot}
    </>
  )
}
