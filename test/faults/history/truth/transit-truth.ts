import type { TransitLineRecord } from '../../../../services/inventory/documents/transit/transit.model.ts'
import { inventory, type TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import { type Books, toMillionths } from '../books.ts'
import { type Finding, finding } from '../finding.ts'
import { describeIntent, type Intent, isAcknowledged, isSuccess, mayBeApplied } from '../history.ts'
import { compareSums, createSums, type Sums } from '../sums.ts'

const states = ['accepted', 'rejected', 'returned', 'lost', 'inTransit'] as const

/** The figure of a line that entries of a type add to. */
const figureOf: Partial<Record<TransactionType, Exclude<(typeof states)[number], 'inTransit'> | 'shipped'>> = {
  ship: 'shipped',
  accept: 'accepted',
  reject: 'rejected',
  return: 'returned',
  lose: 'lost',
}

/** R1 to R3 of transits: answers, ledger, lots, lines and slips agree, and every unit that was shipped is somewhere. */
export function checkTransits(intents: readonly Intent[], books: Books): Finding[] {
  return [
    ...compareSums(lineSums(books)),
    ...books.transits.flatMap(({ _id, status }) => {
      const implied = statusOf(books.transitLines.filter(({ slip }) => slip === _id))
      return status === implied ? [] : [finding('R1', `${_id} is ${status}, its lines say ${implied}`)]
    }),
    ...shipped(intents, books),
  ]
}

const nameOf = (figure: string, slip: unknown, line: unknown) => `${figure} of line ${String(line)} of ${String(slip)}`

/** Each figure of each line by the ledger and, of what is in transit, by the lots. */
function lineSums({ ledger, lots, transitLines }: Books): Record<string, Sums> {
  const [entered, kept] = [createSums(), createSums()]
  for (const { type, details, units } of ledger) {
    const figure = figureOf[type]
    if (figure) entered.add(nameOf(figure, details.transitSlip, details.line), toMillionths(units))
  }
  const lineOf = new Map(transitLines.flatMap(({ recNos, lineNo }) => recNos.map((recNo) => [recNo, lineNo] as const)))
  for (const { _id, transit, units } of lots)
    if (transit) entered.add(nameOf('inTransit', transit, lineOf.get(_id)), toMillionths(units))
  for (const line of transitLines)
    for (const figure of ['shipped', ...states] as const)
      kept.add(nameOf(figure, line.slip, line.lineNo), toMillionths(line[figure]))
  return { 'ledger and lots': entered, lines: kept }
}

function statusOf(lines: readonly TransitLineRecord[]): string {
  const some = (...figures: (typeof states)[number][]) =>
    lines.some((line) => figures.some((figure) => toMillionths(line[figure]) > 0))
  const isReceived = some('accepted', 'rejected')
  if (some('inTransit')) return isReceived ? 'Partial' : 'In Transit'
  return some('lost') ? 'Closed' : isReceived ? 'Received' : 'Canceled'
}

/** R2, R3: an acknowledged transit is there, a refused one is not. */
function shipped(intents: readonly Intent[], { transits }: Books): Finding[] {
  const slips = new Set(transits.map(({ _id }) => _id))
  return intents
    .filter(({ operation }) => operation.name === inventory.shipTransit.name)
    .flatMap((intent) => {
      // The response of a shipment has its slip.
      const answers = intent.attempts.filter(isSuccess).map(({ text }) => JSON.parse(text) as { slip: string })
      if (isAcknowledged(intent) && !answers.every(({ slip }) => slips.has(slip)))
        return [finding('R2', `${describeIntent(intent)}: acknowledged and not there`)]
      const isThere = slips.has(String(intent.input.slip))
      return !mayBeApplied(intent) && isThere ? [finding('R3', `${describeIntent(intent)}: refused and there`)] : []
    })
}
