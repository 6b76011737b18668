import type { Connection } from 'mongoose'
import type { Migration } from '../../../shared/database/migrations/migration.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import type { ClientModel } from '../clients/client.model.ts'
import type { GroupModel } from '../clients/groups.ts'
import type { RightsVersions } from '../clients/rights.ts'

const TIMEOUT_MS = 8_000
const withoutReports = { reports: { $exists: false } }

interface Records {
  readonly connection: Connection
  readonly clients: ClientModel
  readonly groups: GroupModel
  readonly rights: RightsVersions
}

/** Gives the clients that version 1.2.0 has stored the reports of their groups; their live tokens follow. */
export const reportsOfClients = ({ connection, clients, groups, rights }: Records): Migration => ({
  name: '1.3.0-reports-of-clients',
  removableIn: '3.0.0',
  count: () => clients.countDocuments(withoutReports),
  async *run() {
    await rights.prepare()
    for (const group of await clients.distinct('group', withoutReports)) {
      const changed = await inTransaction(connection, Date.now() + TIMEOUT_MS, async (session) => {
        const { reports = [] } = (await groups.findById(group, null, { session }).lean()) ?? {}
        const changes = { reports, ...(await rights.nextVersion(session)) }
        return (await clients.updateMany({ group, ...withoutReports }, { $set: changes }, { session })).modifiedCount
      })
      yield { changed }
    }
  },
})
