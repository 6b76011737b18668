import type { Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { type PageQuery, requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import { type Days, daysOf } from '../../../shared/contract/dates/days.ts'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import { inTransaction, TransactionConflict } from '../../../shared/database/transaction.ts'
import { present } from '../../../shared/process/time/clock.ts'
import { createKeptRecords, namesOf } from '../records/kept-records.ts'
import { createRegistryModel, type RegistryName, type RegistryRecord, registryNames } from './registry.model.ts'

export type Registries = Readonly<Record<RegistryName, Registry>> & {
  /** The zone of the installation. */
  readonly timeZone: string
  /** The days of a warehouse; those of the installation without one, or of one that has no zone of its own. */
  daysOf(wid: number | undefined): Promise<Days>
}

export function createRegistries(connection: Connection, timeZone = 'UTC'): Registries {
  const entries = registryNames.map((name) => [name, createRegistry(connection, name)])
  // Object.fromEntries forgets that every name is there.
  const registries = Object.fromEntries(entries) as Record<RegistryName, Registry>
  return {
    ...registries,
    timeZone,
    async daysOf(wid) {
      const warehouse = wid === undefined ? undefined : await registries.warehouses.find(wid)
      return daysOf(warehouse?.timeZone ?? timeZone)
    },
  }
}

/** One registry of numbers and names. */
function createRegistry(connection: Connection, name: RegistryName) {
  const records = createRegistryModel(connection, name)
  const kept = createKeptRecords<RegistryRecord>((ids) => records.find({ _id: { $in: [...ids] } }).lean())

  return {
    find: kept.find,
    /** Names by number, for those that are registered; for descriptions, as a new one may be missing for a moment. */
    namesOf: namesOf(kept),
    /** All numbers. */
    ids: async () => (await records.find({}, { _id: 1 }).lean()).map(({ _id }) => _id),

    /** Throws 409 if the number is taken by something else; the same entry again changes nothing. */
    async add(entry: Omit<RegistryRecord, 'modified'>, deadline: number): Promise<RegistryRecord> {
      const added = { ...entry, modified: present() }
      const record = await inTransaction(connection, deadline, async (session) => {
        const existing = await records.findById(entry._id, null, { session }).lean()
        if (existing && isSame(existing, entry)) return existing
        if (existing) throw new AppError('conflict', `Number ${entry._id} is taken by "${existing.name}".`)
        await records.create([added], { session }).catch((error: unknown) => {
          throw isDuplicateKey(error) ? new TransactionConflict('made meanwhile') : error
        })
        return added
      })
      kept.keep(record)
      return record
    },

    /** Changes what is given; throws 404 if the number is not registered. */
    async update(id: number, { name, direction, forHolds, timeZone }: Changes, deadline: number) {
      const given = {
        ...(name !== undefined && { name }),
        ...(direction && { direction }),
        ...(forHolds !== undefined && { forHolds }),
        ...(timeZone && { timeZone }),
      }
      const change = {
        $set: { ...given, modified: present() },
        ...(timeZone === '' && { $unset: { timeZone: '' as const } }),
      }
      const record = await inTransaction(connection, deadline, (session) =>
        records.findByIdAndUpdate(id, change, { returnDocument: 'after', session }).lean(),
      )
      if (!record) throw new AppError('not_found', `Number ${id} is not registered.`)
      kept.keep(record)
      return record
    },

    /** A page, sorted by number (which the result calls `idField`) unless the query says otherwise. */
    async page<T>(
      query: PageQuery,
      idField: string,
      toResult: (record: RegistryRecord) => T,
      only?: readonly number[],
    ) {
      const filter = {
        ...(only && { _id: { $in: only } }),
        ...(query.modifiedSince && { modified: { $gte: new Date(query.modifiedSince) } }),
      }
      const order = requestedSort(query, [idField, 'name', 'direction', 'forHolds', 'timeZone'])
      const storedAs: Readonly<Record<string, string>> = { [idField]: '_id', timeZone: 'expiryZone' }
      const field = order ? (storedAs[order.field] ?? order.field) : '_id'
      const sort = { [field]: order?.direction ?? 1, ...(field !== '_id' && { _id: 1 as const }) }
      const { totalCount, found } = await readCountedPage<RegistryRecord>(records, { filter, sort }, query)
      return toPage(found.map(toResult), totalCount, query)
    },
  }
}

type Registry = ReturnType<typeof createRegistry>
type Changes = { readonly [K in 'name' | 'direction' | 'forHolds' | 'timeZone']?: RegistryRecord[K] | undefined }

/** What is not given is not compared: an entry that is registered again keeps its time zone, and its mark for holds. */
const isSame = (existing: RegistryRecord, { name, direction, forHolds, timeZone }: Omit<RegistryRecord, 'modified'>) =>
  existing.name === name &&
  existing.direction === direction &&
  (forHolds === undefined || (existing.forHolds ?? false) === forHolds) &&
  (timeZone === undefined || existing.timeZone === timeZone)
