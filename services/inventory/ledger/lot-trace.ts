import { authorizeWarehouses, warehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Lot as LotAnswer, Transaction } from '../../../shared/contract/inventory/inventory.ts'
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
export function createLotTrace(lots: LotModel, describe: DescribeLots, ledger: Ledger) {
  const parentsOf = async ({ parent }: LotRecord): Promise<LotRecord[]> => {
    const found = parent === null ? null : await lots.findById(parent).lean()
    return found ? [found, ...(await parentsOf(found))] : []
  }

  /** Throws 404 for an unknown number, 403 for a lot in a warehouse outside the caller's scope. */
  const find = async (recNo: number, { caller }: CallContext): Promise<LotRecord> => {
    const lot = await lots.findById(recNo).lean()
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

    async trace({ recno }: LotNumber, context: CallContext): Promise<LotHistory> {
      const lot = await find(recno, context)
      const scope = warehouseScope(context.caller)
      const isVisible = ({ wid }: LotRecord) => scope === 'all' || scope.includes(wid)
      const parents = (await parentsOf(lot)).filter(isVisible)
      const children = (await lots.find({ parent: recno }).sort({ _id: 1 }).lean()).filter(isVisible)
      return {
        lot: await describeOne(lot),
        parents: await describe(parents),
        children: await describe(children),
        transactions: await ledger.ofLot(recno, scope),
      }
    },
  }
}
