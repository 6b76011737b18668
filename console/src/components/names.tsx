import { nameIn, useCategories } from '../api/categories.ts'
import { useWarehouseName } from '../api/registries.ts'
import { useSession } from '../api/session-context.ts'

export function WarehouseName({ of: wid }: { readonly of: number }) {
  return useWarehouseName()(wid)
}

export function LocationName({ of: { wid, spot } }: { readonly of: { readonly wid: number; readonly spot: string } }) {
  return (
    <>
      <WarehouseName of={wid} /> {spot}
    </>
  )
}

/** A category or a sub-category with its name, if it has one: Fasteners (7). */
export function CategoryName({ of: category, sub }: { readonly of: number; readonly sub?: number }) {
  const number = sub ?? category
  const name = nameIn(useCategories(), category, sub)
  return name === undefined ? number : `${name} (${number})`
}

interface WhoProps {
  readonly of: { readonly actor?: string; readonly actorVerified?: boolean; readonly clientId: string }
}

/** The person behind a change, if one was named, and the client that sent it; says so if nobody has verified the person. */
export function Who({ of: { actor, actorVerified, clientId } }: WhoProps) {
  const { isVerified } = useSession()
  if (actor === undefined) return clientId
  // Where no name can be verified, the mark would stand at each one and say nothing.
  const isMarked = !actorVerified && isVerified !== undefined
  return (
    <>
      {actor}{' '}
      <span style={{ color: 'var(--mantine-color-dimmed)' }}>
        {isMarked && '(not verified) '}
        {clientId}
      </span>
    </>
  )
}
