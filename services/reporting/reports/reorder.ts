import { reorder } from '../../../shared/contract/reports/planning-reports.ts'
import { DAY_MS } from '../../../shared/day.ts'
import { type Quantity, toNumber, ZERO } from '../../../shared/quantity.ts'
import type { CellState } from '../history/derive/cell-state.ts'
import type { HistoryReads, Moment, Named, ReorderPoint, Selection } from '../history/history.ts'
import { readByLevel } from '../history/sequences.ts'
import { defineReport, selectionOf } from './report.ts'

const USE_DAYS = 90
const USE_DECIMALS = 6
const COVER_DECIMALS = 1

/** 1003: what each item with a minimum has and will get, how fast it is used, and what to order. */
export const reorderList = defineReport(reorder, async function* (history, question) {
  const { query, now } = question
  const selection = await selectionOf(history, question)
  const waiting = await readBackordered(history, now, selection)
  const states = readByLevel(history.cells(now, selection))
  const earlier = { ...now, at: new Date(now.at.getTime() - USE_DAYS * DAY_MS) }
  const before = readByLevel(history.cells(earlier, selection))
  for (const point of await history.reorderPoints(now, selection)) {
    const [[state], [then]] = [await states.readAt(point), await before.readAt(point)]
    const row = toRow(point, state, then, waiting.get(levelKeyOf(point)) ?? ZERO)
    if (query.show === 'all' || row.position < row.minimum) yield row
  }
})

const levelKeyOf = ({ partNo, wid }: { readonly partNo: number; readonly wid: number }) => `${partNo}/${wid}`

async function readBackordered(history: HistoryReads, now: Moment, selection: Selection) {
  const waiting = new Map<string, Quantity>()
  for await (const line of history.orderLines('shipping', now, selection, 'open'))
    waiting.set(levelKeyOf(line), line.backordered.plus(waiting.get(levelKeyOf(line)) ?? ZERO))
  return waiting
}

function toRow(
  { partNo, shortID, wid, minimum, reorderTo, leadDays }: Named<ReorderPoint>,
  state: CellState | undefined,
  then: CellState | undefined,
  backordered: Quantity,
) {
  const figure = (name: 'inStock' | 'onHold' | 'committed' | 'packed' | 'onOrder' | 'aSN') => state?.[name] ?? ZERO
  const available = figure('inStock').minus(figure('onHold')).minus(figure('committed')).minus(figure('packed'))
  const position = available.plus(figure('onOrder')).plus(figure('aSN')).minus(backordered)
  const issuedBy = (one: CellState | undefined) => (one ? one.issued.plus(one.shipped).times(-1) : ZERO)
  const usePerDay = issuedBy(state).minus(issuedBy(then)).div(USE_DAYS).round(USE_DECIMALS)
  const cover = position.lt(ZERO) ? ZERO : position
  return {
    partNo,
    shortID,
    wid,
    minimum: toNumber(minimum),
    reorderTo: toNumber(reorderTo),
    leadDays,
    available: toNumber(available),
    onOrder: toNumber(figure('onOrder')),
    aSN: toNumber(figure('aSN')),
    backordered: toNumber(backordered),
    position: toNumber(position),
    usePerDay: toNumber(usePerDay),
    daysOfCover: usePerDay.lte(ZERO) ? null : toNumber(cover.div(usePerDay).round(COVER_DECIMALS)),
    suggestion: position.lt(minimum) ? toNumber(reorderTo.minus(position)) : 0,
  }
}
