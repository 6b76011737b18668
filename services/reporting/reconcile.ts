import { setTimeout as delay } from 'node:timers/promises'
import type { Difference } from '../../shared/contract/core/difference.ts'
import { inventory, type LevelFigure, levelFigures } from '../../shared/contract/inventory/inventory.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import { toNumber } from '../../shared/quantity.ts'
import type { Generations } from './follower/generation.model.ts'
import type { Moment } from './history/history.ts'
import type { HistoryOf } from './history-of.ts'

const BLOCK_SIZE = 500
/** How long a change may take to arrive. */
const SETTLE_MS = 10_000
const LOOK_EVERY_MS = 500
const NOW: Moment = { sequence: Number.MAX_SAFE_INTEGER, at: new Date(8.64e15) }

interface ReconcileParts {
  readonly call: Call
  readonly generations: Generations
  readonly historyOf: HistoryOf
}

/** Figures of an item in its warehouses, in words, by inventory and by reports. */
interface Compared {
  readonly level: string
  readonly known: string
}

/**
 * Compares the last state of each item with its level. An item that differs is looked at again until it agrees, as a change
 * takes a moment to arrive; what still differs then, and did not change meanwhile, is a difference.
 */
export function createReconcile({ call, generations, historyOf }: ReconcileParts) {
  const read = async (asked: { after: number; partNos?: number[] }, context: CallContext) => {
    const { requestId, traceparent, deadline } = context
    const caller = { requestId, traceparent, deadline }
    const { value } = await call(inventory.readLevels, { limit: BLOCK_SIZE, ...asked }, caller)
    const { _id } = await generations.readable()
    const selection = { wids: 'all', partNos: value.map(({ partNo }) => partNo) } as const
    const known = new Map<number, string[]>()
    for await (const { partNo, wid, ...state } of historyOf(_id).cells(NOW, selection)) {
      const figure = (name: LevelFigure) => toNumber(state[name])
      known.set(partNo, [...(known.get(partNo) ?? []), describe(wid, figure)])
    }
    return new Map(
      value.map(({ partNo, levels }): [number, Compared] => {
        const stored = levels.map(({ wid, ...figures }) => describe(wid, (name) => figures[name]))
        return [partNo, { level: inWords(stored), known: inWords(known.get(partNo) ?? []) }]
      }),
    )
  }

  return async (context: CallContext) => {
    let items = 0
    let open = new Map<number, Compared>()
    for (let after = -1; ; ) {
      const block = await read({ after }, context)
      items += block.size
      for (const [partNo, compared] of differing(block)) open.set(partNo, compared)
      if (block.size < BLOCK_SIZE) break
      after = Math.max(...block.keys())
    }
    let isSame = (_partNo: number) => true
    for (const end = Date.now() + SETTLE_MS; open.size > 0 && Date.now() < end; ) {
      await delay(LOOK_EVERY_MS)
      const before = open
      open = new Map()
      for (const partNos of inBlocks([...before.keys()]))
        for (const [partNo, compared] of differing(await read({ after: -1, partNos }, context)))
          open.set(partNo, compared)
      isSame = (partNo) => before.get(partNo)?.level === open.get(partNo)?.level
    }
    const differences = [...open]
      .filter(([partNo]) => isSame(partNo))
      .map(([partNo, { level, known }]): Difference => ({ what: `item ${partNo}`, expected: level, found: known }))
    return { items, changing: open.size - differences.length, differences }
  }
}

const differing = (compared: ReadonlyMap<number, Compared>) =>
  [...compared].filter(([, { level, known }]) => level !== known)

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
