import { randomUUID } from 'node:crypto'
import type { Random } from '../support/seeded.ts'
import { pick } from './fault-plan.ts'
import type { Intent, TestCaller } from './history.ts'

/** What the work is done on. */
export interface Stage {
  readonly clients: readonly TestCaller[]
  readonly items: readonly string[]
}

/** More than there is of anything. */
const TOO_MANY = 900_000_000

/** What the next client wants: half of it receipts, the rest moves and issues; a little of it must be refused. */
export function nextIntent({ clients, items }: Stage, random: Random): Intent {
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

/** First stock, so that moves and issues find some. */
export function firstIntents({ clients, items }: Stage, random: Random): Intent[] {
  return items.flatMap((itemID) =>
    [1, 2].map((wid): Intent => {
      const body = { itemID, units: 10_000, wid, reasonCode: 10, spot: 'A' }
      return { kind: 'receive', client: pick(clients, random), key: randomUUID(), body, attempts: [] }
    }),
  )
}
