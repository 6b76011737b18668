import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { pick } from '../components/fault-plan.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

/** More units than any item has. */
const TOO_MANY = 900_000_000
const HELD_UNITS = 0.1

/** A random stock change, or the dry run of one: about half are receipts; 4 % are to be refused. */
export function nextStockChange({ items, scarceItems, random, recollection }: Surroundings): Wanted {
  const itemID = pick([...items, ...scarceItems], random)
  const wid = pick([1, 2], random)
  const units = (Math.floor(random() * 40) + 1) / 10
  const receipt = { itemID, units, wid, reasonCode: 10, spot: 'A' }
  const move = { itemID, units, wid, shipToWid: 3 - wid, toSpot: 'B' }
  const issue = { itemID, units, wid, reasonCode: 20 }
  const chance = random()
  if (chance < 0.02) return want(inventory.issue, { ...issue, units: TOO_MANY })
  if (chance < 0.04) return want(inventory.receive, { ...receipt, units: 0 })
  if (chance < 0.06) return want(inventory.previewReceive, { ...receipt, dryRun: true })
  if (chance < 0.08) return want(inventory.previewMove, { ...move, dryRun: true })
  if (chance < 0.1) return want(inventory.previewIssue, { ...issue, dryRun: true })
  if (chance < 0.14) return nextHold()
  if (chance < 0.18) return nextRelease()
  if (chance < 0.22) return nextReversal()
  if (chance < 0.55) return want(inventory.receive, receipt)
  if (chance < 0.78) return want(inventory.move, move)
  return want(inventory.issue, issue)

  function nextHold() {
    const received = recollection.recall(inventory.receive)?.answer
    if (!received) return want(inventory.receive, receipt)
    return want(inventory.hold, { recno: received.recNo, ...(random() < 0.5 && { units: HELD_UNITS }) })
  }

  function nextRelease() {
    const held = recollection.recall(inventory.hold)?.answer
    return held ? want(inventory.release, { recno: held.recNo }) : nextHold()
  }

  function nextReversal() {
    const made = recollection.recall(pick([inventory.receive, inventory.move, inventory.issue], random))?.answer
    return made ? want(inventory.reverse, { transactionNo: made.transactionNo }) : want(inventory.receive, receipt)
  }
}
