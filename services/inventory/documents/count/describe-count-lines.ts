import { type Caller, hasPermission, permissions } from '../../../../shared/contract/core/access.ts'
import type { CountLine as CountLineResult } from '../../../../shared/contract/documents/count-records.ts'
import { type Quantity, toNumber, toQuantity } from '../../../../shared/quantity.ts'
import type { ItemRecord } from '../../masters/items/item.model.ts'
import { byLineNo } from '../kit/family/family.ts'
import type { CountHeader, CountLine } from './count-family.ts'
import { costOf, differenceOf, isOverLimit, movedOf, outcomeOf, pairMoves } from './variance.ts'

/** Whether the caller may see what the books say: always, but for counters of a blind count. */
const maySeeFigures = ({ blind }: Pick<CountHeader, 'blind'>, caller: Caller | undefined): boolean =>
  !blind || hasPermission(caller, permissions.approveCounts)

/** What counters of a blind count get in place of the figures. */
const HIDDEN = {
  expected: null,
  difference: null,
  value: null,
  overLimit: null,
  outcome: null,
  moved: null,
  transactionNo: null,
  transactions: [],
  blocked: '',
}

/**
 * Lines as the caller may see them. `moved` of lines that are not posted is what would be moved if all of them were
 * posted together.
 */
export function toCountLines(
  count: CountHeader,
  lines: readonly CountLine[],
  items: ReadonlyMap<number, Pick<ItemRecord, 'description'>>,
  caller: Caller | undefined,
): CountLineResult[] {
  const pairs = pairMoves(lines.filter(({ state }) => state === 'Counted' || state === 'Blocked'))
  const isShown = maySeeFigures(count, caller)
  return lines.toSorted(byLineNo).map((line) => {
    const { lineNo, shortID, spot, state, counted, countedBy, countedPerson, countedActor, countedAt } = line
    const moved = state === 'Posted' ? toQuantity(line.moved) : movedOf(pairs, line)
    return {
      lineNo,
      shortID,
      description: items.get(line.partNo)?.description ?? '',
      spot,
      state,
      counted: counted && toNumber(counted),
      countedBy,
      ...(countedPerson && { countedByPerson: countedPerson.name }),
      ...(countedActor && { countedByActor: countedActor }),
      countedAt: countedAt?.toISOString() ?? null,
      ...(isShown ? toFigures(count, line, moved) : HIDDEN),
    }
  })
}

function toFigures(count: CountHeader, line: CountLine, moved: Quantity) {
  const { expected, transactions, blocked, position } = line
  const shared = { expected: toNumber(expected), transactions: [...transactions], blocked }
  if (!line.counted) return { ...HIDDEN, ...shared }
  const value = costOf(line)
  return {
    ...shared,
    difference: toNumber(differenceOf(line)),
    value: value && toNumber(value.round(6)),
    overLimit: isOverLimit(line, count),
    outcome: outcomeOf(line, moved),
    moved: toNumber(moved),
    transactionNo: position?.transactionNo ?? null,
  }
}
