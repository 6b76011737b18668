import { movedRules } from '../../../shared/contract/documents/count-records.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import { pick } from '../components/fault-plan.ts'
import { someUnits } from './order-lines.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

/** The spots that stock changes use. */
const SPOTS = ['A', 'B']
const REASONS = { reasonIn: 10, reasonOut: 20 }

/** An adjustment, a new count, or the next step of one. */
export function nextCountWrite(surroundings: Surroundings): Wanted {
  const { random, recollection } = surroundings
  const chance = random()
  if (chance < 0.15) return nextAdjustment(surroundings)
  const count = recollection.recall(inventory.createCount)?.answer
  if (!count || chance < 0.32) return nextCount(surroundings)
  const { countNo } = count
  if (chance < 0.64) {
    const itemID = pick(count.items ?? [], random)
    const spot = pick(SPOTS, random)
    const known = recollection.recall(inventory.countLine, (input) => input.itemID === itemID && input.spot === spot)
    const estimate = known?.answer.expected ?? 0
    const missing = random() < 0.6 ? Math.min(estimate, 0.5) : 0
    const counted = Number((estimate - missing + (random() < 0.4 ? 0.3 : 0)).toFixed(6))
    return want(inventory.countLine, { countNo, itemID, spot, counted })
  }
  if (chance < 0.78) return want(inventory.submitCount, { countNo, uncounted: 'skip' })
  const submitted = recollection.recall(inventory.submitCount)?.answer ?? count
  if (chance < 0.87) return want(inventory.approveCount, { countNo: submitted.countNo })
  const approved = recollection.recall(inventory.approveCount)?.answer ?? count
  if (chance < 0.96) return want(inventory.postCount, { countNo: approved.countNo, ...REASONS })
  if (chance < 0.98) return want(inventory.recountCount, { countNo: submitted.countNo })
  return want(inventory.cancelCount, { countNo })
}

function nextCount({ items, scarceItems, random }: Surroundings): Wanted {
  const [one, two] = [pick(items, random), pick([...items, ...scarceItems], random)]
  return want(inventory.createCount, {
    ...{ countNo: random() < 0.5 ? unique('CC') : undefined, wid: pick([1, 2], random) },
    ...{ items: [...new Set([one, two])], spots: SPOTS, ifMoved: pick(movedRules, random) },
  })
}

/** What is found at a new spot, or what is missing of it later. */
function nextAdjustment({ items, random, recollection }: Surroundings): Wanted {
  const found = random() < 0.5 && recollection.recall(inventory.adjust, ({ expected }) => expected === 0)
  if (!found) {
    const cell = { itemID: pick(items, random), wid: pick([1, 2], random), spot: unique('FOUND') }
    return want(inventory.adjust, { ...cell, expected: 0, counted: someUnits(random), reasonCode: 10 })
  }
  const { shortID: itemID, wid, spot, counted: expected } = found.answer
  const counted = random() < 0.3 ? 0 : Number((expected / 2).toFixed(6))
  return want(inventory.adjust, { itemID, wid, spot, expected, counted, reasonCode: 20 })
}
