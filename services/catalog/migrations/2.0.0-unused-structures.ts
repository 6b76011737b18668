import type { Connection } from 'mongoose'
import { unusedStructures as dropUnused } from '../../../shared/database/migrations/migration.ts'

export const unusedStructures = (connection: Connection) =>
  dropUnused(connection, { name: '2.0.0-unused-structures', removableIn: '3.0.0', collections: ['itemDirectory'] })
