import type { ClientSession, Connection } from 'mongoose'
import type { RightsChange } from '../../../shared/contract/auth.ts'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { defineSchema, field } from '../../../shared/database/record-fields.ts'
import { present, presentMs } from '../../../shared/process/time/clock.ts'
import { MAX_TOKEN_TTL_SECONDS } from '../config.ts'
import type { ClientModel, ClientRecord } from './client.model.ts'

const RIGHTS_VERSION = 'rights'

const fields = {
  _id: field.oneOf<typeof RIGHTS_VERSION>(),
  last: field.number,
}

const schema = defineSchema('rights_version', fields)

export const rightsVersionModel = (connection: Connection) => connection.model('RightsVersion', schema)
type RightsVersionModel = ReturnType<typeof rightsVersionModel>

/** The largest difference expected between the clocks of two processes. */
const CLOCK_SKEW_MS = 60_000

/** Gives every change of rights a version, and reads the changes since a version. */
export function createRights(versions: RightsVersionModel, clients: ClientModel) {
  return {
    /** Creates the counter: two transactions that both created it would fail. */
    async prepare(): Promise<void> {
      try {
        await versions.updateOne({ _id: RIGHTS_VERSION }, { $setOnInsert: { last: 0 } }, { upsert: true })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },

    /**
     * The version and time of a change of rights. Transactions conflict on the counter, so versions become visible in
     * ascending order: a reader of one has read all earlier ones.
     */
    async nextVersion(session: ClientSession): Promise<Pick<ClientRecord, 'version' | 'changed'>> {
      const next = { $inc: { last: 1 } }
      const counter = await versions
        .findByIdAndUpdate(RIGHTS_VERSION, next, { session, returnDocument: 'after' })
        .orFail()
      return { version: counter.last, changed: present() }
    },

    /** The clients changed after a version. For version 0, only those that may have a valid token from before the change. */
    async changesAfter(after: number): Promise<{ cursor: number; changes: RightsChange[] }> {
      // Read first: a change between the two reads is then returned twice instead of never.
      const { last: cursor } = await versions.findById(RIGHTS_VERSION).lean().orFail()
      if (after === cursor) return { cursor, changes: [] }
      const liveSince = new Date(presentMs() - MAX_TOKEN_TTL_SECONDS * 1000 - CLOCK_SKEW_MS)
      const changed = await clients
        .find({ version: { $gt: after }, ...(after === 0 && { changed: { $gte: liveSince } }) })
        .lean()
      return { cursor, changes: changed.map(toRightsChange) }
    },

    /** The current rights of those clients that exist. */
    async of(clientIds: readonly string[]): Promise<RightsChange[]> {
      return (await clients.find({ _id: { $in: [...clientIds] } }).lean()).map(toRightsChange)
    },
  }
}

export type RightsVersions = ReturnType<typeof createRights>

function toRightsChange(client: ClientRecord): RightsChange {
  const { _id: clientId, version, permissions, reports, warehouses, readOnly, active } = client
  return {
    clientId,
    version,
    permissions: [...permissions],
    reports: [...reports],
    warehouses: warehouses === 'all' ? 'all' : [...warehouses],
    readOnly,
    active,
  }
}
