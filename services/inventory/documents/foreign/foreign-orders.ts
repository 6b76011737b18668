import type { NumberOwner } from '../kit/numbers/order-number.ts'
import { orderLines } from './order-line.model.ts'

/** Orders of other order systems, of which only lines are known. */
export const foreignOrders: NumberOwner = {
  kind: 'order of another order system',
  findTaken: (connection, numbers, session) =>
    orderLines
      .model(connection)
      .distinct('reference')
      .where('reference', { $in: [...numbers] })
      .session(session ?? null),
  isTaken: async ({ records }, reference) => (await records.find(orderLines, { reference })).length > 0,
}
