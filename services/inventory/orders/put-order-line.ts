import type { Connection } from 'mongoose'
import { toQuantity, toStored, ZERO } from '../../../shared/database/quantity.ts'
import { inTransaction } from '../../../shared/database/transaction.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { ItemRecord } from '../items/item.model.ts'
import type { OrderFigure } from '../levels/level.model.ts'
import { updateLevelRows } from '../levels/level-row.ts'
import type { Models } from '../models.ts'
import { orderLineId } from './order-line.model.ts'

/** What the order system says an order line still wants. */
export interface OpenOrderLine {
  readonly kind: OrderFigure
  readonly reference: string
  readonly line: number
  readonly partNo: number
  readonly wid: number
  readonly units: number
}

/** Sets the open units of an order line and the level figure they count in, together; saying the same again changes nothing. */
export async function putOrderLine(
  connection: Connection,
  models: Models,
  told: OpenOrderLine,
  context: CallContext,
): Promise<void> {
  const { orderLines } = models
  const { kind, wid, partNo, ...rest } = told
  const _id = orderLineId(kind, told)
  const units = toQuantity(told.units)
  await inTransaction(connection, context.deadline, async (session) => {
    const existing = await orderLines.findOne({ _id }).session(session).lean()
    const delta = units.minus(existing ? toQuantity(existing.units) : ZERO)
    await orderLines.replaceOne(
      { _id },
      { _id, kind, partNo, wid, ...rest, units: toStored(units), version: (existing?.version ?? 0) + 1 },
      { session, upsert: true },
    )
    const $inc = { [`stock.${wid}.${kind}`]: toStored(delta) }
    const $set = { [`stock.${wid}.modified`]: new Date() }
    await updateLevelRows(models, [{ partNo, wids: [wid], update: { $inc, $set } }], session)
  })
}

/** What the operator told, with the item that it names. */
export function toOrderLine(
  { itemID: _, ...told }: Omit<OpenOrderLine, 'partNo'> & { itemID: string },
  item: ItemRecord,
): OpenOrderLine {
  return { ...told, partNo: item._id }
}
