import type { ClientSession, Connection } from 'mongoose'
import type { Alias, Item } from '../../../shared/contract/catalog/catalog.ts'
import type { WarehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Output } from '../../../shared/contract/core/operation.ts'
import { type LedgerEntry, withinScope } from '../../../shared/contract/inventory/inventory.ts'
import type {
  AliasChangeType,
  Change,
  ItemChangeType,
  StockChangeType,
} from '../../../shared/contract/notifications/changes.ts'
import type { notifications } from '../../../shared/contract/notifications/notifications.ts'
import { type ChangeModel, type ChangeRecord, EVERYWHERE } from './change.model.ts'
import type { Sequence } from './sequence.model.ts'

/** Places that one answer looks through at most, however few of them the caller may see. */
const MAX_SCANNED = 10_000

interface ToldStock {
  readonly type: StockChangeType
  readonly data: LedgerEntry
}
type Told =
  | ToldStock
  | { readonly type: ItemChangeType; readonly data: Item }
  | { readonly type: AliasChangeType; readonly data: Alias }
/** A record's data is what the contract says of its event: that was checked when it came. */
type StoredChange = Omit<ChangeRecord, 'type' | 'data'> & Told

type Changes = Output<(typeof notifications)['listChanges']>

/** What there is to know of a change but its data. */
export type ChangeOutline = Pick<ChangeRecord, '_id' | 'type' | 'wids'>

export interface Feed {
  /** What comes after a position, as far as the scope allows. Throws 409 for a position that is not reached yet. */
  read(since: number, limit: number, scope: WarehouseScope): Promise<Changes>
  /** What comes after a position, without the data and for every scope. */
  outline(since: number, limit: number): Promise<ChangeOutline[]>
  /** The changes at these places, by their sequence, as far as the scope allows. */
  pick(sequences: readonly number[], scope: WarehouseScope): Promise<ReadonlyMap<number, Change>>
  /** Where the feed ends now. */
  end(): Promise<number>
}

export function createFeed(connection: Connection, changes: ChangeModel, sequence: Sequence): Feed {
  /** In one session a read never sees less than the one before it, not even from another member of a replica set. */
  const inSession = async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
    const session = await connection.startSession({ causalConsistency: true })
    try {
      return await work(session)
    } finally {
      await session.endSession()
    }
  }

  return {
    end: () => inSession((session) => sequence.last(session)),
    outline: (since, limit) =>
      inSession(async (session) => {
        const _id = { $gt: since, $lte: await sequence.last(session) }
        const fields = { type: 1, wids: 1 } as const
        return changes
          .find({ _id }, fields, { session })
          .readConcern('majority')
          .sort({ _id: 1 })
          .limit(limit)
          .lean<ChangeOutline[]>()
      }),
    async pick(sequences, scope) {
      const found = await changes.find({ _id: { $in: [...sequences] }, ...visibleTo(scope) }).lean<StoredChange[]>()
      return new Map(found.map((record) => [record._id, toChange(record, scope)]))
    },
    read: (since, limit, scope) =>
      inSession(async (session) => {
        const last = await sequence.last(session)
        if (since > last) throw new AppError('conflict', `The feed ends at ${last}.`)
        const upTo = Math.min(last, since + MAX_SCANNED)
        const found = await changes
          .find({ _id: { $gt: since, $lte: upTo }, ...visibleTo(scope) }, null, { session })
          // What a majority has can never be taken back, and so never gets another number.
          .readConcern('majority')
          .sort({ _id: 1 })
          .limit(limit)
          .lean<StoredChange[]>()
        const next = (found.length === limit ? found.at(-1)?._id : undefined) ?? upTo
        return { since, next, hasMore: next < last, value: found.map((record) => toChange(record, scope)) }
      }),
  }
}

const visibleTo = (scope: WarehouseScope) => (scope === 'all' ? {} : { wids: { $in: [...scope, EVERYWHERE] } })

/** Whether a change concerns a scope. */
export function isVisible({ wids }: ChangeOutline, scope: WarehouseScope): boolean {
  return scope === 'all' || wids.some((wid) => wid === EVERYWHERE || scope.includes(wid))
}

function toChange({ _id: sequence, eventId: id, at, wids: _, ...told }: StoredChange, scope: WarehouseScope): Change {
  const visible = isStockChange(told) ? { ...told, data: withinScope(told.data, scope) } : told
  return { sequence, id, at: at.toISOString(), ...visible }
}

const isStockChange = (told: Told): told is ToldStock => told.type.startsWith('inventory.')
