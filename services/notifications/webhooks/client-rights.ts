import { auth } from '../../../shared/contract/auth.ts'
import { permissions, type Rights } from '../../../shared/contract/core/access.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'

/** Well below the 5 s within which a change of rights takes hold (decision 10). */
const FRESH_MS = 1_000
/** Deliveries wait for the answer. */
const TIMEOUT_MS = 1_000

/** What the owners of webhooks may see now. */
export interface ClientRights {
  /** Asks for the rights of clients whose are not known, or not lately; rejects if auth cannot be asked. */
  learn(clientIds: readonly string[]): Promise<void>
  /** What is known of a client's rights; undefined if nothing is. */
  of(clientId: string): Rights | undefined
}

/** The rights as auth has them; while it cannot be asked, what is known stands. */
export function createClientRights(call: Call): ClientRights {
  const known = new Map<string, { readonly rights: Rights; readonly at: number }>()
  return {
    async learn(clientIds) {
      const at = Date.now()
      const asked = [...new Set(clientIds)].filter((id) => (known.get(id)?.at ?? 0) <= at - FRESH_MS)
      if (asked.length === 0) return
      const { rights } = await call(auth.getRights, { clientIds: asked }, { deadline: at + TIMEOUT_MS })
      for (const { clientId, ...told } of rights) known.set(clientId, { rights: told, at })
    },
    of: (clientId) => known.get(clientId)?.rights,
  }
}

/** Whether changes may be sent to a client: it has webhooks, and what it is told it could as well have read. */
export function mayReceive({ active, permissions: held }: Rights): boolean {
  return active && held.includes(permissions.webhooks) && held.includes(permissions.itemMasterList)
}
