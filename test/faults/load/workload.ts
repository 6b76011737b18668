import { randomUUID } from 'node:crypto'
import type { Random } from '../../support/records/seeded.ts'
import { pick } from '../components/fault-plan.ts'
import type { Intent, TestCaller } from '../history/history.ts'

/** The clients and items of a run. */
export interface Workload {
  readonly clients: readonly TestCaller[]
  readonly items: readonly string[]
}

/** More units than any item has. */
const TOO_MANY = 900_000_000

/** A random stock change: about half receipts, the rest moves and issues, 4 % of them to be refused. */
export function nextIntent({ clients, items }: Workload, random: Random): Intent {
  const client = pick(clients, random)
  const itemID = pick(items, random)
  const wid = pick([1, 2], random)
  const chance = random()
  const units = (Math.floor(random() * 40) + 1) / 10
  const key = random() < 0.8 ? randomUUID() : undefined
  const wanted = { client, key, attempts: [] }
  if (chance < 0.02) return { ...wanted, kind: 'issue', body: { itemID, units: TOO_MANY, wid, reasonCode: 20 } }
  if (chance < 0.04) return { ...wanted, kind: 'receive', body: { itemID, units: 0, wid, reasonCode: 10 } }
  if (chance < 0.5) return { ...wanted, kind: 'receive', body: { itemID, units, wid, reasonCode: 10, spot: 'A' } }
  if (chance < 0.75) return { ...wanted, kind: 'move', body: { itemID, units, wid, shipToWid: 3 - wid, toSpot: 'B' } }
  return { ...wanted, kind: 'issue', body: { itemID, units, wid, reasonCode: 20 } }
}

/** Receipts that give moves and issues stock to work with. */
export function firstIntents({ clients, items }: Workload, random: Random): Intent[] {
  return items.flatMap((itemID) =>
    [1, 2].map((wid): Intent => {
      const body = { itemID, units: 10_000, wid, reasonCode: 10, spot: 'A' }
      return { kind: 'receive', client: pick(clients, random), key: randomUUID(), body, attempts: [] }
    }),
  )
}
