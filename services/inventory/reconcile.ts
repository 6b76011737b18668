import type { ClientSession, Connection } from 'mongoose'
import { inTransaction } from '../../shared/runtime/transaction.ts'
import { type Difference, examine, type ItemAccount } from './account.ts'
import { groupsOf, mergeGroups } from './merge.ts'
import type { Models } from './models.ts'

/** How much was compared, and every place where lots, levels and ledger do not say the same. */
export interface Reconciliation {
  readonly lots: number
  readonly levels: number
  readonly transactions: number
  readonly differences: Difference[]
}

/** Compares lots, levels and ledger item by item, in one snapshot and in constant memory. */
export function reconcile(connection: Connection, models: Models, deadline: number): Promise<Reconciliation> {
  return inTransaction(connection, deadline, async (session) => {
    const count = { lots: 0, levels: 0, transactions: 0 }
    const differences: Difference[] = []
    for await (const account of accounts(models, session)) {
      count.lots += account.lots.length
      count.levels += account.levels.length
      count.transactions += account.ledger.length
      differences.push(...examine(account))
    }
    return { ...count, differences }
  })
}

/** All that is kept of each item, ascending by partNo. */
async function* accounts(models: Models, session: ClientSession): AsyncGenerator<ItemAccount> {
  const lots = models.lots.find().sort({ partNo: 1 }).session(session).lean().cursor()
  const ledger = models.ledger.find().sort({ partNo: 1, _id: 1 }).session(session).lean().cursor()
  const levels = models.levels.find().sort({ _id: 1 }).session(session).lean().cursor()
  const orderLines = models.orderLines.find().sort({ partNo: 1 }).session(session).lean().cursor()
  const groups = mergeGroups(
    groupsOf(lots, ({ partNo }) => partNo),
    groupsOf(ledger, ({ partNo }) => partNo),
    groupsOf(levels, ({ _id }) => _id),
    groupsOf(orderLines, ({ partNo }) => partNo),
  )
  for await (const [partNo, [itemLots, itemLedger, itemLevels, itemOrderLines]] of groups) {
    yield { partNo, lots: itemLots, ledger: itemLedger, levels: itemLevels, orderLines: itemOrderLines }
  }
}
