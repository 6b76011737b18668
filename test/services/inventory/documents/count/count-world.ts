import { permissions } from '../../../../../shared/contract/core/access.ts'
import type { Params } from '../../../../../shared/contract/core/operation.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../../../../shared/messaging/rpc/call.ts'
import { type StartStock, shareStockWorld } from '../../stock-world.ts'

type Input = Params<typeof inventory.createCount>

const REASONS = { reasonIn: 10, reasonOut: 20 }

/** Operations on counts as one client does them. */
export const countWords = (call: Call) => ({
  call,
  create: (input: Partial<Input> = {}) => call(inventory.createCount, { wid: 1, ...input }),
  get: (countNo: string) => call(inventory.getCount, { countNo }),
  count: (countNo: string, itemID: string, spot: string, counted: number) =>
    call(inventory.countLine, { countNo, itemID, spot, counted }),
  submit: (countNo: string, uncounted?: 'skip') => call(inventory.submitCount, { countNo, uncounted }),
  recount: (countNo: string, lines?: number[]) => call(inventory.recountCount, { countNo, lines }),
  approve: (countNo: string) => call(inventory.approveCount, { countNo }),
  post: (countNo: string) => call(inventory.postCount, { countNo, ...REASONS }),
  cancel: (countNo: string) => call(inventory.cancelCount, { countNo }),
})

/** A stock world with a client that counts, one that approves, and one that may do both. */
export async function startCountWorld(more: Parameters<StartStock>[0] = [], start: StartStock = shareStockWorld) {
  const world = await start(more)
  const { countStock, approveCounts } = permissions
  const clientWith = async (granted?: readonly number[]) => {
    const { call, clientId } = await world.system.createClient(granted ? { permissions: [...granted] } : {})
    return { ...countWords(call), clientId }
  }
  const counter = await clientWith([countStock])
  const approver = await clientWith([approveCounts])
  return {
    ...world,
    counter,
    approver,
    both: await clientWith([countStock, approveCounts]),
    /** Approves and posts what was counted. */
    async settle(countNo: string) {
      await counter.submit(countNo)
      await approver.approve(countNo)
      return approver.post(countNo)
    },
    entriesOf: async (reference: string) =>
      (await world.call(inventory.listTransactions, { reference, sort: 'transactionNo', pageSize: 250 })).value,
    /** The units of an item by spot, in warehouse 1. */
    async spotsOf(itemID: string) {
      const units: Record<string, number> = {}
      for (const lot of await world.lotsOf(itemID))
        if (lot.active && lot.wID === 1) units[lot.spot] = (units[lot.spot] ?? 0) + lot.units
      return units
    },
  }
}

export type CountWorld = Awaited<ReturnType<typeof startCountWorld>>
