import type { Schemas } from '../http/contract.ts'
import { list, record } from '../http/operations.ts'

export type Level = Schemas['StockLevel']
export type Explanation = Schemas['ExplainLevelAnswer']

/** Stock levels with their items' names. */
export const levelList = list('levels', '/Inventory/StockLevels', 250, { include: 'item' })

/** Why a level is what it is: the lots, orders and reservations behind each figure. */
export const explanation = record('explanation', '/Inventory/StockLevels/Explain')
