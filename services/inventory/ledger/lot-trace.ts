import type { ClientSession, Connection } from 'mongoose'
import { authorizeWarehouses, warehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { LotDetails, LotIssue, Transaction } from '../../../shared/contract/inventory/inventory.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { DescribeLots } from '../lots/describe-lots.ts'
import type { LotModel, LotRecord } from '../lots/lot.model.ts'
import type { Ledger } from './ledger.ts'

export interface LotNumber {
  readonly recno: number
}

export interface LotHistory {
  readonly lot: LotDetails
  readonly parents: LotDetails[]
  readonly children: LotDetails[]
  readonly descendants: LotDetails[]
  readonly transactions: Transaction[]
  readonly issues: LotIssue[]
}

/** Single lots and where they came from. */
export function createLotTrace(connection: Connection, lots: LotModel, describe: DescribeLots, ledger: Ledger) {
  const parentsOf = async ({ parent }: LotRecord, session: ClientSession): Promise<LotRecord[]> => {
    const found = parent === null ? null : await lots.findById(parent).session(session).lean()
    return found ? [found, ...(await parentsOf(found, session))] : []
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

  /** Lots split from those given, lots split from these, and so on, by recNo. */
  const descendantsOf = async (parents: readonly number[], session: ClientSession): Promise<LotRecord[]> => {
    if (parents.length === 0) return []
    const found = await lots
      .find({ parent: { $in: [...parents] } })
      .session(session)
      .lean()
    const further = await descendantsOf(
      found.map(({ _id }) => _id),
      session,
    )
    return [...found, ...further].sort((one, other) => one._id - other._id)
  }

  const describeOne = async (lot: LotRecord): Promise<LotDetails> => {
    const [answer] = await describe.withDetails([lot])
    if (!answer) throw new Error(`Lot ${lot._id} could not be described`)
    return answer
  }

  return {
    get: async ({ recno }: LotNumber, context: CallContext) => describeOne(await find(recno, context)),

    /** All of one moment. */
    async trace({ recno }: LotNumber, context: CallContext): Promise<LotHistory> {
      const scope = warehouseScope(context.caller)
      const found = await inSnapshot(connection, context.deadline, async (session) => {
        const lot = await find(recno, context, session)
        const descendants = await descendantsOf([recno], session)
        return {
          lot,
          parents: await parentsOf(lot, session),
          descendants,
          transactions: await ledger.ofLot(recno, scope, session),
          issues: await ledger.issuesOf([recno, ...descendants.map(({ _id }) => _id)], scope, session),
        }
      })
      const visible = (records: readonly LotRecord[]) =>
        records.filter(({ wid }) => scope === 'all' || scope.includes(wid))
      const descendants = await describe.withDetails(visible(found.descendants))
      return {
        lot: await describeOne(found.lot),
        parents: await describe.withDetails(visible(found.parents)),
        children: descendants.filter(({ fromRecNo }) => fromRecNo === recno),
        descendants,
        transactions: found.transactions,
        issues: found.issues,
      }
    },
  }
}
