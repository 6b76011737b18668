import { type Caller, permissions } from '../../../../shared/contract/core/access.ts'
import type { Count, CountLine } from '../../../../shared/contract/counts/count-records.ts'
import type { ItemRecord } from '../../masters/items/item.model.ts'
import { type Quantity, toNumber, toQuantity } from '../../records/quantity.ts'
import type { CountLineRecord, CountRecord } from './count.model.ts'
import { costOf, differenceOf, isOverLimit, movedOf, outcomeOf, pairMoves } from './variance.ts'

/** A count as it is answered, without lines. */
export function toCount(record: Omit<CountRecord, 'version'>): Count {
  const { _id: countNo, wid, warehouseName, status, blind, ifMoved, assignee, remark, spots, items } = record
  const { maxUnits, maxPercent, maxValue, totalLines, openLines, postedLines, blockedLines } = record
  const { createdBy, created, submittedBy, approvedBy, posted } = record
  return {
    ...{ countNo, wid, warehouseName, status, blind, ifMoved, assignee, remark },
    ...{ spots: spots && [...spots], items: items && [...items], maxUnits, maxPercent, maxValue },
    ...{ totalLines, openLines, postedLines, blockedLines, createdBy, created: created.toISOString() },
    ...{ submittedBy, approvedBy, posted: posted?.toISOString() ?? null },
  }
}

/** Whether the caller may see what the books say: always, but for counters of a blind count. */
export const maySeeFigures = ({ blind }: Pick<CountRecord, 'blind'>, caller: Caller | undefined): boolean =>
  !blind || caller?.kind !== 'client' || caller.permissions.includes(permissions.approveCounts)

/** What counters of a blind count get in place of the figures. */
const HIDDEN = {
  ...{
    expected: null,
    difference: null,
    value: null,
    overLimit: null,
    outcome: null,
    moved: null,
    transactionNo: null,
  },
  ...{ transactions: [], blocked: '' },
}

/** Lines as the caller may see them. `moved` of lines that are not posted is what would be moved if all of them were posted together. */
export function toCountLines(
  count: Omit<CountRecord, 'version'>,
  lines: readonly Omit<CountLineRecord, 'version'>[],
  items: ReadonlyMap<number, Pick<ItemRecord, 'description'>>,
  caller: Caller | undefined,
): CountLine[] {
  const pairs = pairMoves(lines.filter(({ state }) => state === 'Counted' || state === 'Blocked'))
  const isShown = maySeeFigures(count, caller)
  return lines
    .toSorted((one, other) => one.lineNo - other.lineNo)
    .map((line) => {
      const { lineNo, shortID, spot, state, counted, countedBy, countedAt } = line
      const moved = state === 'Posted' ? toQuantity(line.moved) : movedOf(pairs, line)
      return {
        ...{ lineNo, shortID, description: items.get(line.partNo)?.description ?? '', spot, state },
        ...{ counted: counted && toNumber(counted), countedBy, countedAt: countedAt?.toISOString() ?? null },
        ...(isShown ? toFigures(count, line, moved) : HIDDEN),
      }
    })
}

function toFigures(count: Omit<CountRecord, 'version'>, line: Omit<CountLineRecord, 'version'>, moved: Quantity) {
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
