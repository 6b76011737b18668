import { randomUUID } from 'node:crypto'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Random } from '../../support/records/seeded.ts'
import { pick } from '../components/fault-plan.ts'
import type { Intent, TestCaller } from '../history/history.ts'
import { nextCatalogWrite } from './catalog-traffic.ts'
import { nextCountWrite } from './count-traffic.ts'
import { nextPurchaseWrite } from './purchase-traffic.ts'
import { createRecollection } from './recollection.ts'
import { nextReservationWrite } from './reservation-traffic.ts'
import { nextShippingWrite } from './shipping-traffic.ts'
import { nextStockChange } from './stock-traffic.ts'
import { nextTransitWrite } from './transit-traffic.ts'
import type { Surroundings } from './wanted.ts'
import { nextWorkWrite } from './work-traffic.ts'

/** The clients of a run, and what they write about. */
export interface Workload extends Omit<Surroundings, 'random' | 'recollection'> {
  readonly clients: readonly TestCaller[]
}

/** The share of each part of the load; the rest are stock changes. */
const parts = [
  { share: 0.06, next: nextCatalogWrite },
  { share: 0.14, next: nextPurchaseWrite },
  { share: 0.22, next: nextShippingWrite },
  { share: 0.1, next: nextReservationWrite },
  { share: 0.08, next: nextWorkWrite },
  { share: 0.08, next: nextTransitWrite },
  { share: 0.08, next: nextCountWrite },
]

/** An endless sequence of random requests: stock changes and dry runs, orders, transits, counts, reservations, and writes of the catalog. */
export function createTraffic({ clients, ...workload }: Workload, random: Random): () => Intent {
  const recollection = createRecollection(random)
  const surroundings = { ...workload, random, recollection }
  // A client that counts differences does not approve them (docs/counts.md).
  const [approver, ...counters] = clients
  const chooseClient = (operation: Operation) => {
    if (operation === inventory.approveCount && approver) return approver
    return pick(operation === inventory.countLine ? counters : clients, random)
  }
  return () => {
    let chance = random()
    const part = parts.find(({ share }) => {
      chance -= share
      return chance < 0
    })
    const { operation, input } = (part?.next ?? nextStockChange)(surroundings)
    const key = operation.effect === 'write' && random() < 0.8 ? randomUUID() : undefined
    const intent: Intent = { operation, client: chooseClient(operation), key, input, attempts: [] }
    recollection.add(intent)
    return intent
  }
}

const FIRST_UNITS = 10_000
const SCARCE_UNITS = 20

/** Receipts that give moves, issues and orders stock to work with. */
export function firstIntents({ clients, items, scarceItems }: Workload, random: Random): Intent[] {
  return [...items, ...scarceItems].flatMap((itemID) =>
    [1, 2].map((wid): Intent => {
      const units = scarceItems.includes(itemID) ? SCARCE_UNITS : FIRST_UNITS
      const input = { itemID, units, wid, reasonCode: 10, spot: 'A' }
      return { operation: inventory.receive, client: pick(clients, random), key: randomUUID(), input, attempts: [] }
    }),
  )
}
