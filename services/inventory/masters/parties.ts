import type { Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import { type PageQuery, requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { Customer, type PartyChanges, type PartyInput, Vendor } from '../../../shared/contract/orders/parties.ts'
import { createBatchLoader } from '../../../shared/database/batch-loader.ts'
import type { Counters } from '../../../shared/database/counters.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import { containsWords } from '../../../shared/database/read-records.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { createKeptRecords, namesOf } from '../records/kept-records.ts'
import {
  PreparationOutdated,
  type RecordChange,
  type Records,
  type VersionedView,
} from '../records/versioned-records.ts'
import {
  contactFields,
  customers,
  type PartyRecord,
  storedTolerance,
  toCustomer,
  toVendor,
  vendors,
} from './party.model.ts'

/** Customers, with their operations by the names in the contract (docs/orders.md#customers-and-vendors). */
export function createCustomers(deps: PartiesDeps) {
  const parties = createParties(deps, { name: 'Customer', records: customers, toResult: toCustomer })
  const operations = {
    listCustomers: parties.list,
    getCustomer: parties.get,
    createCustomer: parties.create,
    updateCustomer: parties.update,
    discontinueCustomer: parties.discontinue,
    renameCustomer: parties.rename,
  }
  return { ...parties, operations }
}

/** Vendors, likewise. */
export function createVendors(deps: PartiesDeps) {
  const parties = createParties(deps, { name: 'Vendor', records: vendors, toResult: toVendor })
  const operations = {
    listVendors: parties.list,
    getVendor: parties.get,
    createVendor: parties.create,
    updateVendor: parties.update,
    discontinueVendor: parties.discontinue,
    renameVendor: parties.rename,
  }
  return { ...parties, operations }
}

/** What a change of records reads in its transaction. */
type RecordView = { readonly now: Date; readonly records: Pick<VersionedView, 'get' | 'find'> }

interface RecordEffect<A> {
  readonly entries: readonly never[]
  readonly records: readonly RecordChange[]
  readonly result: A
}

/** Makes an operation of a plan that changes records and no stock, as `createStockOperation` does. */
type CreateOperation = <I extends object, A>(
  operation: Operation,
  prepare: (
    input: I,
    context: CallContext,
    mode: { readonly isDryRun: boolean },
  ) => Promise<{
    readonly partNos: readonly number[]
    readonly plan: (view: RecordView) => Promise<RecordEffect<A>>
  }>,
) => Apply<I, A> & { readonly dryRun: Apply<I, A> }
type Apply<I, A> = (input: I, context: CallContext) => Promise<A>

export interface PartiesDeps {
  readonly connection: Connection
  readonly counters: Counters
  readonly operation: CreateOperation
}

/** One kind of party: its name in the contract, where it is kept, and how it is returned. */
interface Kind<R> {
  readonly name: 'Customer' | 'Vendor'
  readonly records: Records<PartyRecord>
  readonly toResult: (record: PartyRecord) => R
}

type PartyQuery = PageQuery & { readonly search?: string | undefined }

type Parties<R> = ReturnType<typeof createParties<R>>
/** What orders need to know of vendors or customers. */
export type PartyLookup = Pick<Parties<unknown>, 'named' | 'numbersOf'>

/** Operations on customers, or on vendors. */
function createParties<R>(
  { connection, counters, operation }: PartiesDeps,
  { name, records: parties, toResult }: Kind<R>,
) {
  const kind = name.toLowerCase()
  const isVendor = name === 'Vendor'
  const records = parties.model(connection)
  const sortable = Object.keys((isVendor ? Vendor : Customer).shape)
  const kept = createKeptRecords<PartyRecord>((ids) => records.find({ _id: { $in: [...ids] } }).lean<PartyRecord[]>())

  const find = async (stock: RecordView, shortID: string) => (await stock.records.find(parties, { shortID }))[0]
  const refuseTaken = (shortID: string) =>
    new AppError('conflict', `There is a ${kind} with the ShortID ${shortID} already.`)
  const refuseUnknown = (shortID: string) => new AppError('not_found', `There is no ${kind} ${shortID}.`)

  const nextNumber = async () => (await counters.next(kind, 1))[0] ?? 0

  const named = createBatchLoader<string, PartyRecord | undefined>(async (wanted) => {
    const byShortID = await records.find({ shortID: { $in: wanted }, active: true }).lean<PartyRecord[]>()
    const found = new Map(byShortID.map((record) => [record.shortID, record]))
    const others = wanted.filter((shortIDOrName) => !found.has(shortIDOrName))
    const sort = { name: 1, _id: 1 } as const
    const byName =
      others.length > 0
        ? await records
            .find({ name: { $in: others }, active: true })
            .sort(sort)
            .lean<PartyRecord[]>()
        : []
    for (const record of byName) if (!found.has(record.name)) found.set(record.name, record)
    return wanted.map((shortIDOrName) => found.get(shortIDOrName))
  })

  const changeRecord =
    <I extends { shortID: string; newShortID?: string }>(toChanges: (input: I) => Partial<PartyRecord>) =>
    async (input: I) => ({
      partNos: [],
      plan: async (stock: RecordView) => {
        const record = await find(stock, input.shortID)
        if (!record) throw refuseUnknown(input.shortID)
        if (input.newShortID !== undefined && (await find(stock, input.newShortID))) throw refuseTaken(input.newShortID)
        const after = { ...record, ...toChanges(input), modified: stock.now }
        return { entries: [], records: [parties.change(record, after)], result: toResult(after) }
      },
    })

  return {
    namesOf: namesOf(kept),

    /** The active one that a ShortID or an exact name means. */
    named,

    /** The numbers of all that a ShortID or an exact name means, discontinued ones too. */
    async numbersOf(shortIDOrName: string): Promise<number[]> {
      const either = [{ shortID: shortIDOrName }, { name: shortIDOrName }]
      return (await records.find({ $or: either }, { _id: 1 }).lean<PartyRecord[]>()).map(({ _id }) => _id)
    },

    async list({ search, ...query }: PartyQuery) {
      const { field, direction } = requestedSort(query, sortable) ?? ({ field: 'shortID', direction: 1 } as const)
      const filter = {
        ...(query.modifiedSince && { modified: { $gte: new Date(query.modifiedSince) } }),
        ...containsWords(search, ['shortID', 'name']),
      }
      const sort = { [field === 'id' ? '_id' : field]: direction, ...(field !== 'id' && { _id: 1 as const }) }
      const { totalCount, found } = await readCountedPage<PartyRecord>(records, { filter, sort }, query)
      return toPage(found.map(toResult), totalCount, query)
    },

    async get({ shortID }: { shortID: string }) {
      const record = await records.findOne({ shortID }).lean<PartyRecord>()
      if (!record) throw refuseUnknown(shortID)
      return toResult(record)
    },

    create: operation(inventory[`create${name}` as const], async (input: PartyInput, _, { isDryRun }) => {
      const { id: given, shortID, name, active = true, overReceipt = 0 } = input
      const _id = given ?? (isDryRun ? PREVIEWED : await nextNumber())
      const plan = async (stock: RecordView) => {
        if (await find(stock, shortID)) throw refuseTaken(shortID)
        const taken = await stock.records.get(parties, _id)
        if (taken && given === undefined) throw new PreparationOutdated()
        if (taken) throw new AppError('conflict', `Number ${_id} is taken by ${kind} ${taken.shortID}.`)
        const record = {
          _id,
          shortID,
          name,
          ...contactsOf(input, ''),
          active,
          created: stock.now,
          modified: stock.now,
          ...(isVendor && { overReceipt: storedTolerance(overReceipt) }),
        }
        const change = parties.change(undefined, record)
        return { entries: [], records: [change], result: toResult({ ...record, version: 1 }) }
      }
      return { partNos: [], plan }
    }),

    update: operation(
      inventory[`update${name}` as const],
      changeRecord((input: PartyChanges) => {
        const { name, active, overReceipt } = input
        return {
          ...contactsOf(input, undefined),
          ...(name !== undefined && { name }),
          ...(active !== undefined && { active }),
          ...(overReceipt !== undefined && { overReceipt: storedTolerance(overReceipt) }),
        }
      }),
    ),

    rename: operation(
      inventory[`rename${name}` as const],
      changeRecord(({ newShortID }: { shortID: string; newShortID: string }) => ({ shortID: newShortID })),
    ),

    discontinue: operation(
      inventory[`discontinue${name}` as const],
      changeRecord(() => ({ active: false })),
    ),
  }
}

/** Number of a record of a dry run. */
const PREVIEWED = -1

type Contacts = Pick<PartyRecord, (typeof contactFields)[number]>

/** The contact fields of a request; those not given have the default, or are left out. */
function contactsOf(input: PartyChanges, missing: ''): Contacts
function contactsOf(input: PartyChanges, missing: undefined): Partial<Contacts>
function contactsOf(input: PartyChanges, missing: '' | undefined): Partial<Contacts> {
  const given = contactFields.map((field) => [field, input[field] ?? missing] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
