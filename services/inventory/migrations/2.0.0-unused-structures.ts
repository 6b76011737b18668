import type { Connection } from 'mongoose'
import { unusedStructures as dropUnused } from '../../../shared/database/migrations/migration.ts'

/** Collections that are derived in another way now, and indexes in the place of which others have come. */
export const unusedStructures = (connection: Connection) =>
  dropUnused(connection, {
    name: '2.0.0-unused-structures',
    removableIn: '3.0.0',
    collections: ['lotDirectory', 'ledgerDirectory', 'levelDirectory', 'publishedDocuments'],
    indexes: {
      ledger: ['operationId_1', 'lots.recNo_1', 'reference_1', 'reasonCode_1_at_-1__id_-1'],
      lots: ['serial_1', 'rfidTag_1', 'parent_1', 'wid_1_spot_1'],
      levels: ['expires_1'],
    },
  })
