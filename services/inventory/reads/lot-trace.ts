import type { ClientSession, Connection } from 'mongoose'
import { authorizeWarehouses, warehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Input } from '../../../shared/contract/core/operation.ts'
import { MAX_EXPLAINED, MAX_PARENTS } from '../../../shared/contract/inventory/history.ts'
import type { inventory, LotDetails } from '../../../shared/contract/inventory/inventory.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import { anyOfIndexed } from '../records/queries.ts'
import type { Ledger } from '../stock/ledger/ledger.ts'
import type { DescribeLots } from '../stock/lots/describe-lots.ts'
import type { LotModel, LotRecord } from '../stock/lots/lot.model.ts'

type LotNumber = Input<(typeof inventory)['getLot']>

/** One more than is named, to know whether there are more. */
const LIMIT = MAX_EXPLAINED + 1
const named = <T>(found: readonly T[]): T[] => found.slice(0, MAX_EXPLAINED)

/** Single lots and where they came from. */
export function createLotTrace(connection: Connection, lots: LotModel, describe: DescribeLots, ledger: Ledger) {
  /** The lot that it was split from, the lot before that, and so on. */
  const parentsOf = async ({ _id }: LotRecord, session: ClientSession): Promise<LotRecord[]> => {
    const upwards = {
      from: lots.collection.name,
      startWith: '$parent',
      connectFromField: 'parent',
      connectToField: '_id',
    }
    const [found] = await lots
      .aggregate<{ parents: (LotRecord & { depth: number })[] }>([
        { $match: { _id } },
        { $graphLookup: { ...upwards, maxDepth: MAX_PARENTS, depthField: 'depth', as: 'parents' } },
        { $project: { parents: 1 } },
      ])
      .session(session)
    return (found?.parents ?? []).sort((one, other) => one.depth - other.depth)
  }

  /** Throws 404 for an unknown number, 403 for a lot in a warehouse outside the caller's scope. */
  const find = async (
    recNo: number,
    { caller }: CallContext,
    session: ClientSession | null = null,
  ): Promise<LotRecord> => {
    const lot = await lots.findById(recNo, null, { session }).lean()
    if (!lot) throw new AppError('not_found', `Lot ${recNo} does not exist.`)
    authorizeWarehouses({ access: 'client', effect: 'read', warehouses: ['wid'] }, { wid: lot.wid }, caller)
    return lot
  }

  /** Lots split from it, then lots split from these, and so on. */
  const descendantsOf = async (recNo: number, session: ClientSession): Promise<LotRecord[]> => {
    const found: LotRecord[] = []
    for (let parents = [recNo]; parents.length > 0 && found.length < LIMIT; ) {
      const splits = await lots
        .find({ parent: anyOfIndexed(parents, 0) })
        .sort({ _id: 1 })
        .limit(LIMIT - found.length)
        .session(session)
        .lean()
      found.push(...splits)
      parents = splits.map(({ _id }) => _id)
    }
    return found
  }

  const describeOne = async (lot: LotRecord): Promise<LotDetails> => {
    const [details] = await describe.withDetails([lot])
    if (!details) throw new Error(`Lot ${lot._id} could not be described`)
    return details
  }

  return {
    getLot: async ({ recno }: LotNumber, context: CallContext) => describeOne(await find(recno, context)),

    /** All of one moment; at most 1,000 of each and 100 parents, the nearest lots and the oldest entries. */
    async traceLot({ recno }: LotNumber, context: CallContext) {
      const scope = warehouseScope(context.caller)
      const found = await inSnapshot(connection, context.deadline, async (session) => {
        const lot = await find(recno, context, session)
        const descendants = await descendantsOf(recno, session)
        const recNos = [recno, ...named(descendants).map(({ _id }) => _id)]
        return {
          lot,
          parents: await parentsOf(lot, session),
          descendants,
          transactions: await ledger.ofLot(recno, scope, LIMIT, session),
          issues: await ledger.issuesOf(recNos, scope, LIMIT, session),
        }
      })
      const visible = (records: readonly LotRecord[]) =>
        named(records).filter(({ wid }) => scope === 'all' || scope.includes(wid))
      const byNumber = visible(found.descendants).sort((one, other) => one._id - other._id)
      const descendants = await describe.withDetails(byNumber)
      return {
        lot: await describeOne(found.lot),
        parents: await describe.withDetails(visible(found.parents.slice(0, MAX_PARENTS))),
        children: descendants.filter(({ fromRecNo }) => fromRecNo === recno),
        descendants,
        transactions: named(found.transactions),
        issues: named(found.issues),
        isCut:
          found.parents.length > MAX_PARENTS ||
          [found.descendants, found.transactions, found.issues].some(({ length }) => length > MAX_EXPLAINED),
      }
    },
  }
}
