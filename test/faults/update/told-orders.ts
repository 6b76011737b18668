import mongoose from 'mongoose'
import { DOCUMENTS_CHANGED, type DocumentPayload } from '../../../shared/contract/notifications/document-payload.ts'
import type { TwoVersions } from './two-versions.ts'

const COLLECTIONS = ['purchaseOrders', 'shippingOrders']

/** The numbers of the orders that are open. */
export const readOpenOrders = (world: TwoVersions): Promise<readonly string[]> =>
  inDatabase(world, 'inventory', async (connection) => {
    const found = COLLECTIONS.map((name) =>
      connection
        .collection<{ readonly _id: string; readonly status: string }>(name)
        .find({ status: { $ne: 'Closed' } }, { projection: { _id: 1 } })
        .toArray(),
    )
    return (await Promise.all(found)).flat().map(({ _id }) => _id)
  })

/** The changes of the feed that are for reports alone (docs/decisions/reports.md#69). */
export const readHidden = (world: TwoVersions) =>
  inDatabase(world, 'notifications', (connection) =>
    connection
      .collection<{ readonly _id: number; readonly data: DocumentPayload }>('changes')
      .find({ type: DOCUMENTS_CHANGED }, { projection: { 'data.orders.number': 1 } })
      .toArray(),
  )

async function inDatabase<T>(
  { servers, system: { system } }: TwoVersions,
  service: string,
  read: (connection: mongoose.Connection) => Promise<T>,
): Promise<T> {
  const connection = await mongoose.createConnection(servers.urls.MONGODB_URI).asPromise()
  try {
    return await read(connection.useDb(`${system}-${service}`))
  } finally {
    await connection.close()
  }
}
