import type { LedgerEntry, TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import type { Activity } from '../records/cell-state.model.ts'

const byType: Readonly<Record<TransactionType, Activity>> = {
  receive: 'received',
  issue: 'issued',
  move: 'movedIn',
  reverse: 'reversed',
  ship: 'transitOut',
  accept: 'transitIn',
  reject: 'transitIn',
  return: 'transitIn',
  // These leave stock as it is; if one ever does not, units are not lost.
  hold: 'adjusted',
  release: 'adjusted',
  order: 'adjusted',
  reserve: 'adjusted',
  unreserve: 'adjusted',
  expire: 'adjusted',
  pack: 'adjusted',
  unpack: 'adjusted',
  amend: 'adjusted',
  lose: 'adjusted',
}

/** What an entry is to the stock of a warehouse that it makes greater, or less. */
export function activityOf({ type, countNo, adjustment, levels }: LedgerEntry, wid: number, isLess: boolean): Activity {
  if (type === 'reverse') return 'reversed'
  if (countNo !== null) return 'counted'
  if (adjustment) return 'adjusted'
  if (type === 'move') return isLess ? 'movedOut' : 'movedIn'
  const isPacked = levels.some((change) => change.wid === wid && change.figure === 'packed' && change.units < 0)
  return type === 'issue' && isPacked ? 'shipped' : byType[type]
}
