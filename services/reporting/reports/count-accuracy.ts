import { countAccuracy } from '../../../shared/contract/reports/work-reports.ts'
import { groupBy } from '../../../shared/process/group-by.ts'
import { sum, toNumber, toQuantity, ZERO } from '../../../shared/quantity.ts'
import type { CountedLineRecord } from '../history/records/counted-line.model.ts'
import { defineReport, periodOf, selectionOf } from './report.ts'

const SHARE_DECIMALS = 4

/** 1007: what was counted, compared with the books, by warehouse or also by the reason of the differences. */
export const accuracy = defineReport(countAccuracy, async function* (history, question) {
  const { query } = question
  const { start, closing } = periodOf(question)
  const selection = await selectionOf(history, question)
  const lines: CountedLineRecord[] = []
  for await (const line of history.countedLines(start, closing, selection)) lines.push(line)
  const byReason = groupBy(lines, ({ wid, reasonCode }) => `${wid}/${query.by === 'reason' ? reasonCode : null}`)
  const groups = [...byReason.values()].map((group) => toRow(group, query.by, query.tolerance ?? 0))
  yield* groups.toSorted((one, other) => one.wid - other.wid || (one.reasonCode ?? 0) - (other.reasonCode ?? 0))
})

function toRow(lines: readonly CountedLineRecord[], by: 'warehouse' | 'reason', tolerance: number) {
  const counted = lines.map(({ expected, counted: found, unitCost }) => {
    const units = toQuantity(found).minus(toQuantity(expected))
    const isWithin = units.abs().times(100).lte(toQuantity(expected).abs().times(tolerance))
    return { units, isWithin, value: unitCost && units.times(toQuantity(unitCost)) }
  })
  const values = counted.flatMap(({ value }) => value ?? [])
  const withinTolerance = counted.filter(({ isWithin }) => isWithin).length
  return {
    wid: lines[0]?.wid ?? 0,
    reasonCode: by === 'reason' ? (lines[0]?.reasonCode ?? null) : null,
    lines: lines.length,
    withinTolerance,
    accuracy: Number((withinTolerance / lines.length).toFixed(SHARE_DECIMALS)),
    netUnits: toNumber(sum(counted.map(({ units }) => units))),
    grossUnits: toNumber(sum(counted.map(({ units }) => units.abs()))),
    netValue: toNumber(sum(values)),
    grossValue: toNumber(sum(values.map((value) => value.abs()))),
    unvaluedLines: counted.filter(({ units, value }) => value === null && !units.eq(ZERO)).length,
  }
}
