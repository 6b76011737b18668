import { setTimeout as delay } from 'node:timers/promises'
import type { Difference } from '../../shared/contract/core/difference.ts'
import { inventory, type LevelFigure, levelFigures } from '../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import { type Quantity, sum, toNumber } from '../../shared/quantity.ts'
import type { Generations } from './follower/generation.model.ts'
import type { Moment } from './history/history.ts'
import type { HistoryOf } from './history-of.ts'

const BLOCK_SIZE = 500
/** How long a change may take to arrive. */
const SETTLE_MS = 10_000
const LOOK_EVERY_MS = 500
const NOW: Moment = { sequence: Number.MAX_SAFE_INTEGER, at: new Date(8.64e15) }

interface ReconcileDeps {
  readonly call: Call
  readonly generations: Generations
  readonly historyOf: HistoryOf
}

/** An item in words: its figures in warehouses by inventory and by reports, and its values. */
interface Compared {
  readonly level: string
  readonly known: string
  /** What was bought, re-priced, used and varied, by each method, and what stock and transits hold of it. */
  readonly posted: string
  readonly held: string
  readonly variances: Variances
}

/**
 * Compares the last state of each item with its level, and what it is worth in all warehouses and transits with all that
 * ever changed that. An item that differs is looked at again until it agrees, as a change takes a moment to arrive; what
 * still differs then, and did not change meanwhile, is a difference.
 */
export function createReconcile({ call, generations, historyOf }: ReconcileDeps) {
  const read = async (asked: { after: number; partNos?: number[] }, context: CallContext) => {
    const { requestId, traceparent, deadline } = context
    const caller = { requestId, traceparent, deadline }
    const { value } = await call(inventory.readLevels, { limit: BLOCK_SIZE, ...asked }, caller)
    const { _id } = await generations.readable()
    const selection = { wids: 'all', partNos: value.map(({ partNo }) => partNo) } as const
    const known = new Map<number, string[]>()
    const values = new Map<
      number,
      { readonly held: Values[]; readonly posted: Values[]; readonly variances: Variances[] }
    >()
    const valuesOf = (partNo: number) => {
      const found = values.get(partNo) ?? { held: [], posted: [], variances: [] }
      values.set(partNo, found)
      return found
    }
    const history = historyOf(_id)
    for await (const { partNo, wid, ...state } of history.cells(NOW, selection)) {
      const figure = (name: LevelFigure) => toNumber(state[name])
      known.set(partNo, [...(known.get(partNo) ?? []), describe(wid, figure)])
      const { value, averageValue, fifoValue, averageVariance, fifoVariance, priceVariance } = state
      const came = state.bought.plus(state.repriced)
      valuesOf(partNo).held.push({ lot: value, average: averageValue, fifo: fifoValue })
      valuesOf(partNo).variances.push({ average: averageVariance, fifo: fifoVariance, prices: priceVariance })
      valuesOf(partNo).posted.push({
        lot: came.minus(state.usedByLot),
        average: came.minus(state.usedByAverage).plus(averageVariance),
        fifo: came.minus(state.usedByFifo).plus(fifoVariance),
      })
    }
    for (const { partNo, lotValue, average, layers } of await history.loads(selection.partNos))
      valuesOf(partNo).held.push({ lot: lotValue, average: average.value, fifo: sum(layers.map((one) => one.value)) })
    return new Map(
      value.map(({ partNo, levels }): [number, Compared] => {
        const stored = levels.map(({ wid, ...figures }) => describe(wid, (name) => figures[name]))
        const { held, posted, variances } = valuesOf(partNo)
        return [
          partNo,
          {
            level: inWords(stored),
            known: inWords(known.get(partNo) ?? []),
            posted: describeValues(posted),
            held: describeValues(held),
            variances: addVariances(variances),
          },
        ]
      }),
    )
  }

  return async (context: CallContext) => {
    let items = 0
    let variances = addVariances([])
    let open = new Map<number, Compared>()
    for (let after = -1; ; ) {
      const block = await read({ after }, context)
      items += block.size
      variances = addVariances([variances, ...[...block.values()].map((of) => of.variances)])
      for (const [partNo, compared] of differing(block)) open.set(partNo, compared)
      if (block.size < BLOCK_SIZE) break
      after = Math.max(...block.keys())
    }
    let isSame = (_partNo: number) => true
    for (const end = performance.now() + SETTLE_MS; open.size > 0 && performance.now() < end; ) {
      await delay(LOOK_EVERY_MS)
      const before = open
      open = new Map()
      for (const partNos of inBlocks([...before.keys()]))
        for (const [partNo, compared] of differing(await read({ after: -1, partNos }, context)))
          open.set(partNo, compared)
      isSame = (partNo) => {
        const [one, other] = [before.get(partNo), open.get(partNo)]
        return one?.level === other?.level && one?.posted === other?.posted
      }
    }
    const found = [...open].filter(([partNo]) => isSame(partNo))
    const differences = found.flatMap(([partNo, { level, known, posted, held }]): Difference[] =>
      [
        { what: `item ${partNo}`, expected: level, found: known },
        { what: `value of item ${partNo}`, expected: posted, found: held },
      ].filter(({ expected, found }) => expected !== found),
    )
    const varied = Object.fromEntries(kinds.map((kind) => [kind, toNumber(variances[kind])] as const))
    // Object.fromEntries loses which names there are.
    return { items, changing: open.size - found.length, differences, variances: varied as Record<Kind, number> }
  }
}

const differing = (compared: ReadonlyMap<number, Compared>) =>
  [...compared].filter(([, { level, known, posted, held }]) => level !== known || posted !== held)

/** What was asked of values that were not there any more (docs/reports.md#conserved). */
type Variances = Readonly<Record<Kind, Quantity>>
const kinds = ['average', 'fifo', 'prices'] as const
type Kind = (typeof kinds)[number]

const addVariances = (variances: readonly Variances[]): Variances => ({
  average: sum(variances.map(({ average }) => average)),
  fifo: sum(variances.map(({ fifo }) => fifo)),
  prices: sum(variances.map(({ prices }) => prices)),
})

/** Values by each method of valuation. */
type Values = Readonly<Record<(typeof methods)[number], Quantity>>
const methods = ['lot', 'average', 'fifo'] as const
const VALUE_DECIMALS = 6

const describeValues = (values: readonly Values[]): string =>
  methods
    .map(
      (method) =>
        `${method} ${sum(values.map((of) => of[method]))
          .round(VALUE_DECIMALS)
          .toFixed()}`,
    )
    .join(', ')

/** A warehouse's figures that are not 0; '' if all are. */
function describe(wid: number, figureOf: (name: LevelFigure) => number): string {
  const figures = levelFigures.filter((name) => figureOf(name) !== 0).map((name) => `${name} ${figureOf(name)}`)
  return figures.length > 0 ? `warehouse ${wid}: ${figures.join(', ')}` : ''
}

const inWords = (ofWarehouses: readonly string[]): string =>
  ofWarehouses
    .filter((text) => text !== '')
    .toSorted()
    .join('; ') || 'nothing'

const inBlocks = (partNos: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(partNos.length / BLOCK_SIZE) }, (_, index) =>
    partNos.slice(index * BLOCK_SIZE, (index + 1) * BLOCK_SIZE),
  )
