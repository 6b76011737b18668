import { auth } from '../../../../shared/contract/auth.ts'
import { permissions, type Rights } from '../../../../shared/contract/core/access.ts'
import type { Call } from '../../../../shared/messaging/rpc/call.ts'

/** Well below the 5 s within which a change of rights takes effect (docs/decisions/access.md#10). */
const MAX_AGE_MS = 1_000
/** Deliveries wait for the reply. */
const TIMEOUT_MS = 1_000

/** The present rights of the owners of webhooks: a cache, filled from auth. */
export function createClientRights(call: Call) {
  const known = new Map<string, { readonly rights: Rights; readonly at: number }>()
  return {
    /** Gets the rights that are unknown or outdated; rejects if auth does not answer. */
    async refresh(clientIds: readonly string[]): Promise<void> {
      const at = performance.now()
      const outdated = [...new Set(clientIds)].filter(
        (id) => (known.get(id)?.at ?? Number.NEGATIVE_INFINITY) <= at - MAX_AGE_MS,
      )
      if (outdated.length === 0) return
      const result = await call(auth.getRights, { clientIds: outdated }, { deadline: Date.now() + TIMEOUT_MS })
      for (const { clientId, ...rights } of result.rights) known.set(clientId, { rights, at })
    },
    /** The last known rights of a client. */
    of: (clientId: string): Rights | undefined => known.get(clientId)?.rights,
  }
}

export type ClientRights = ReturnType<typeof createClientRights>

/** Whether a client gets deliveries: it may have webhooks and may read the feed. */
export function mayReceive({ active, permissions: held }: Rights): boolean {
  return active && held.includes(permissions.webhooks) && held.includes(permissions.itemMasterList)
}
