import type { Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { type PageQuery, requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import { createRegistryModel, type RegistryName, type RegistryRecord, registryNames } from './registry.model.ts'

export type Registries = Readonly<Record<RegistryName, Registry>>

/** One registry of numbers and names. Entries never change, so one that was seen once need not be read again. */
export interface Registry {
  find(id: number): Promise<RegistryRecord | undefined>
  /** Names by number, for those that are registered. */
  namesOf(ids: Iterable<number>): Promise<ReadonlyMap<number, string>>
  /** Throws 409 if the number is taken by something else; the same entry again changes nothing. */
  add(entry: Omit<RegistryRecord, 'modified'>): Promise<RegistryRecord>
  /** A page as it is answered, sorted by number (which the answer calls `idField`) unless the query says otherwise. */
  page<T>(
    query: PageQuery,
    idField: string,
    toAnswer: (record: RegistryRecord) => T,
    only?: readonly number[],
  ): Promise<ReturnType<typeof toPage<T>>>
}

export function createRegistries(connection: Connection): Registries {
  const entries = registryNames.map((name) => [name, createRegistry(connection, name)])
  // Object.fromEntries forgets that every name is there.
  return Object.fromEntries(entries) as Registries
}

function createRegistry(connection: Connection, name: RegistryName): Registry {
  const records = createRegistryModel(connection, name)
  const seen = new Map<number, RegistryRecord>()

  const load = async (ids: readonly number[]) => {
    const missing = ids.filter((id) => !seen.has(id))
    if (missing.length === 0) return
    for (const record of await records.find({ _id: { $in: missing } }).lean()) seen.set(record._id, record)
  }

  return {
    async find(id) {
      await load([id])
      return seen.get(id)
    },

    async namesOf(ids) {
      const wanted = [...new Set(ids)]
      await load(wanted)
      return new Map(wanted.flatMap((id) => seen.get(id) ?? []).map((record) => [record._id, record.name]))
    },

    async add(entry) {
      const record = { ...entry, modified: new Date() }
      try {
        await records.create([record])
        return record
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        const existing = await records.findById(entry._id).lean().orFail()
        if (existing.name === entry.name && existing.direction === entry.direction) return existing
        throw new AppError('conflict', `Number ${entry._id} is taken by "${existing.name}".`)
      }
    },

    async page(query, idField, toAnswer, only) {
      const filter = {
        ...(only && { _id: { $in: only } }),
        ...(query.modifiedSince && { modified: { $gte: new Date(query.modifiedSince) } }),
      }
      const order = requestedSort(query, [idField, 'name', 'direction'])
      const field = !order || order.field === idField ? '_id' : order.field
      const sort = { [field]: order?.direction ?? 1, ...(field !== '_id' && { _id: 1 as const }) }
      const { totalCount, found } = await readCountedPage<RegistryRecord>(records, { filter, sort }, query)
      return toPage(found.map(toAnswer), totalCount, query)
    },
  }
}

/** Entries as they are answered. */
export const toWarehouse = ({ _id: wID, name }: RegistryRecord) => ({ wID, name })
export const toReasonCode = ({ _id: code, name, direction = 'in' }: RegistryRecord) => ({ code, name, direction })
export const toNamed = ({ _id: id, name }: RegistryRecord) => ({ id, name })

/** 404 for a warehouse in a path that is not registered (docs/decisions.md#11). */
export async function requireWarehouse({ warehouses }: Registries, wid: number): Promise<void> {
  if (!(await warehouses.find(wid))) throw new AppError('not_found', `Warehouse ${wid} does not exist.`)
}
