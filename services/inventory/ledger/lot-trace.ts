import type { ClientSession, Connection } from 'mongoose'
import { authorizeWarehouses, warehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Lot as LotAnswer, Transaction } from '../../../shared/contract/inventory/inventory.ts'
import { inSnapshot } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { DescribeLots } from '../lots/describe-lots.ts'
import type { LotModel, LotRecord } from '../lots/lot.model.ts'
import type { Ledger } from './ledger.ts'

export interface LotNumber {
  readonly recno: number
}

export interface LotHistory {
  readonly lot: LotAnswer
  readonly parents: LotAnswer[]
  readonly children: LotAnswer[]
  readonly transactions: Transaction[]
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

  const describeOne = async (lot: LotRecord): Promise<LotAnswer> => {
    const [answer] = await describe([lot])
    if (!answer) throw new Error(`Lot ${lot._id} could not be described`)
    return answer
  }

  return {
    get: async ({ recno }: LotNumber, context: CallContext) => describeOne(await find(recno, context)),

    /** All of one moment. */
    async trace({ recno }: LotNumber, context: CallContext): Promise<LotHistory> {
      const scope = warehouseScope(context.caller)
      const isVisible = ({ wid }: LotRecord) => scope === 'all' || scope.includes(wid)
      const { lot, parents, children, transactions } = await inSnapshot(
        connection,
        context.deadline,
        async (session) => {
          const lot = await find(recno, context, session)
          return {
            lot,
            parents: await parentsOf(lot, session),
            children: await lots.find({ parent: recno }).sort({ _id: 1 }).session(session).lean(),
            transactions: await ledger.ofLot(recno, scope, session),
          }
        },
      )
      return {
        lot: await describeOne(lot),
        parents: await describe(parents.filter(isVisible)),
        children: await describe(children.filter(isVisible)),
        transactions,
      }
    },
  }
}
