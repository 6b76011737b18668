import type { ClientSession } from 'mongoose'
import type { RightsChange } from '../../shared/contract/auth.ts'
import { isDuplicateKey } from '../../shared/database/database-errors.ts'
import type { ClientModel, ClientRecord } from './client.model.ts'
import { MAX_TOKEN_TTL_SECONDS } from './config.ts'
import { RIGHTS_VERSION, type RightsVersionModel } from './rights-version.model.ts'

/** Clocks of processes may differ by this much. */
const CLOCK_SKEW_MS = 60_000

/** The version that every change of rights gets, and the changes since a version. */
export function createRights(versions: RightsVersionModel, clients: ClientModel) {
  return {
    /** The counter must be there before the first transaction: two that both made it would fail. */
    async prepare(): Promise<void> {
      try {
        await versions.updateOne({ _id: RIGHTS_VERSION }, { $setOnInsert: { last: 0 } }, { upsert: true })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },

    /**
     * What a change of rights is marked with. Transactions meet at the counter, so versions appear in their order: who has
     * seen one has seen all before it.
     */
    async nextVersion(session: ClientSession): Promise<Pick<ClientRecord, 'version' | 'changed'>> {
      const next = { $inc: { last: 1 } }
      const counter = await versions
        .findByIdAndUpdate(RIGHTS_VERSION, next, { session, returnDocument: 'after' })
        .orFail()
      return { version: counter.last, changed: new Date() }
    },

    /** The clients changed after a version. A newcomer (0) needs only those that may have a live token from before. */
    async changesAfter(after: number): Promise<{ cursor: number; changes: RightsChange[] }> {
      // Read first: a change that comes in between is told twice rather than never.
      const { last: cursor } = await versions.findById(RIGHTS_VERSION).lean().orFail()
      const liveSince = new Date(Date.now() - MAX_TOKEN_TTL_SECONDS * 1000 - CLOCK_SKEW_MS)
      const changed = await clients
        .find({ version: { $gt: after }, ...(after === 0 && { changed: { $gte: liveSince } }) })
        .lean()
      return { cursor, changes: changed.map(toRightsChange) }
    },

    /** What clients may do now, of those that there are. */
    async of(clientIds: readonly string[]): Promise<RightsChange[]> {
      return (await clients.find({ _id: { $in: [...clientIds] } }).lean()).map(toRightsChange)
    },
  }
}

export type RightsVersions = ReturnType<typeof createRights>

function toRightsChange(client: ClientRecord): RightsChange {
  const { _id: clientId, version, permissions, warehouses, readOnly, active } = client
  return {
    clientId,
    version,
    permissions,
    warehouses: warehouses === 'all' ? 'all' : [...warehouses],
    readOnly,
    active,
  }
}
