import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { createModels as createCatalogModels } from '../../../services/catalog/models.ts'
import { createModels } from '../../../services/inventory/models.ts'
import { createCounters } from '../../../shared/database/counters.ts'
import { connectMongo } from '../../../shared/database/mongo.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { createLog } from '../../../shared/process/log.ts'

/** Numbers that are allocated from the services' counters at once. */
const NUMBERS_PER_BLOCK = 5_000
const POOL_SIZE = 12

/** The services' databases, models and counters, used directly instead of through gateway and broker. */
export interface Workshop extends AsyncDisposable {
  readonly catalog: { readonly connection: Connection; readonly models: ReturnType<typeof createCatalogModels> }
  readonly inventory: { readonly connection: Connection; readonly models: ReturnType<typeof createModels> }
  nextNumbers(sequence: 'partNo' | 'recNo' | 'transactionNo', count: number): Promise<number[]>
}

export async function openWorkshop(mongoUri: string, system: string): Promise<Workshop> {
  const owner = createOwner()
  const connect = async (service: string) => {
    const connection = await connectMongo({ uri: mongoUri, database: `${system}-${service}`, poolSize: POOL_SIZE, log })
    owner.defer(() => connection.close())
    return connection
  }
  const catalog = await connect('catalog')
  const inventory = await connect('inventory')
  const partNos = createCounters(catalog, NUMBERS_PER_BLOCK)
  const others = createCounters(inventory, NUMBERS_PER_BLOCK)
  return {
    catalog: { connection: catalog, models: createCatalogModels(catalog) },
    inventory: { connection: inventory, models: createModels(inventory) },
    nextNumbers: (sequence, count) => (sequence === 'partNo' ? partNos : others).next(sequence, count),
    [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
  }
}

/** The time for a transaction of thousands of writes, which is longer than a request's. */
export const deadline = () => Date.now() + 60_000

const log = createLog('bench', 'warn')

/** The request id in the ledger entries of the built stock. */
export function asRequest() {
  const operationId = randomUUID()
  return {
    requestId: operationId,
    operationId,
    attempt: operationId,
    hasClientKey: false,
    deadline: deadline(),
    caller: { kind: 'operator' as const, id: 'bench' },
    log,
    reply: {},
  }
}
