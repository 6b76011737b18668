import type { Connection } from 'mongoose'
import { inTransaction } from '../../../shared/database/transaction.ts'
import type { ClientModel } from './client.model.ts'
import type { GroupModel } from './group.model.ts'
import type { RightsVersions } from './rights.ts'

const TIMEOUT_MS = 8_000

/** Gives the clients that a version before 1.3.0 stored the reports of their groups; their live tokens follow. */
export async function copyReports(
  connection: Connection,
  clients: ClientModel,
  groups: GroupModel,
  rights: RightsVersions,
): Promise<void> {
  for (const group of await clients.distinct('group', { reports: { $exists: false } })) {
    await inTransaction(connection, Date.now() + TIMEOUT_MS, async (session) => {
      const { reports = [] } = (await groups.findById(group, null, { session }).lean()) ?? {}
      const changes = { reports, ...(await rights.nextVersion(session)) }
      await clients.updateMany({ group, reports: { $exists: false } }, { $set: changes }, { session })
    })
  }
}
