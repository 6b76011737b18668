import { setTimeout as delay } from 'node:timers/promises'
import pMap from 'p-map'
import { readEndMark } from '../../../shared/contract/core/export-formats.ts'
import { MAX_BATCH_LINES } from '../../../shared/contract/inventory/inventory.ts'
import { shortIdOf } from '../build/items.ts'
import { microsBetween, ownMicros, watchedProcesses } from '../measure.ts'
import { median } from '../statistics.ts'
import { readUsage } from '../world/process-cpu.ts'
import { type Asker, createAsker } from '../world/responses.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** Receipts in a batch and one by one, and an export of all lots. */
export interface BatchAndExportResult {
  /** CPU for a receipt. */
  readonly batched: ReceiptMicros
  /** Alone, of as many clients as the run has: their receipts share transactions. */
  readonly single: ReceiptMicros
  /** Alone, one after the other, as a program uploads them that does without batches. */
  readonly oneByOne: ReceiptMicros
  readonly exported: {
    readonly records: number
    readonly perSecond: number
    /** The most that one of our processes had in memory, and its name. */
    readonly greatestMiB: number
    readonly process: string
    /** The most that one of them had when the export began. */
    readonly beforeMiB: number
  }
}

interface ReceiptMicros {
  readonly own: number
  readonly database: number
}

/** How often each kind does the 500 receipts in a round. One after the other they take so long that once is enough. */
const REPEATS = { batched: 8, single: 8, oneByOne: 1 } as const
const SAMPLE_MS = 50
const MIB = 2 ** 20
/** Between two looks at the feed. */
const LOOK_MS = 100

export async function measureBatchAndExport(world: World, options: TrialOptions): Promise<BatchAndExportResult> {
  const asker = createAsker(world.ours.door)
  try {
    const exported = await measureExport(world)
    const perSecond = Math.round(exported.perSecond)
    options.say(
      `export of ${exported.records} lots: ${perSecond}/s, at most ${Math.round(exported.greatestMiB)} MiB, ${Math.round(exported.beforeMiB)} MiB before`,
    )
    return { ...(await measureReceipts(world, asker, options)), exported }
  } finally {
    asker.close()
  }
}

async function measureReceipts(world: World, asker: Asker, { rounds, connections, say }: TrialOptions) {
  const { door } = world.ours
  const roots = watchedProcesses(world, door)
  const send = async (path: string, body: object, expected: number) => {
    const { status, text } = await asker.ask(door.token, { method: 'POST', path, body })
    if (status !== expected) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
    return text
  }
  const receipts = Array.from({ length: MAX_BATCH_LINES }, (_, index) => ({
    ...{ itemID: shortIdOf(1 + (index % world.stage.items)), units: 1, wid: 1, reasonCode: 10, spot: 'B-01' },
  }))
  const lines = receipts.map((receipt) => ({ action: 'receive', ...receipt }))
  const sendAlone = (concurrency: number) =>
    pMap(receipts, (body) => send('/Inventory/Receive', body, 201), { concurrency })
  const kinds = {
    batched: async () => {
      const text = await send('/Inventory/Batch', { mode: 'perLine', lines }, 200)
      if (text.includes('"error"')) throw new Error(`A line of a batch was refused: ${text.slice(0, 300)}`)
    },
    single: () => sendAlone(connections),
    oneByOne: () => sendAlone(1),
  }
  const feedEnd = async () => {
    const { text } = await asker.ask(door.token, { method: 'GET', path: '/Changes?since=latest' })
    return Number(JSON.parse(text).next)
  }
  let received = await feedEnd()
  const samples: Record<keyof typeof kinds, ReceiptMicros[]> = { batched: [], single: [], oneByOne: [] }
  for (let round = -1; round < rounds; round++)
    for (const kind of ['batched', 'single', 'oneByOne'] as const) {
      const before = readUsage(roots)
      for (let repeat = 0; repeat < REPEATS[kind]; repeat++) await kinds[kind]()
      const count = REPEATS[kind] * MAX_BATCH_LINES
      received += count
      // The feed is written after the responses: what it costs belongs to these receipts, not to the next ones.
      while ((await feedEnd()) < received) await delay(LOOK_MS)
      const cpuMicros = microsBetween(before, readUsage(roots), count)
      const sample = { own: ownMicros({ cpuMicros }), database: cpuMicros.database ?? Number.NaN }
      say(`receipts ${kind}: ${Math.round(sample.own)} µs, database ${Math.round(sample.database)} µs`)
      // The first round warms up.
      if (round >= 0) samples[kind].push(sample)
    }
  const { batched, single, oneByOne } = samples
  return { batched: medians(batched), single: medians(single), oneByOne: medians(oneByOne) }
}

const medians = (samples: readonly ReceiptMicros[]): ReceiptMicros => ({
  own: median(samples.map(({ own }) => own)),
  database: median(samples.map(({ database }) => database)),
})

/** Inventory anew: what a process keeps of the load before is not the export's. */
async function restartInventory({ inventories }: World['ours']): Promise<void> {
  for (const inventory of inventories.keys()) {
    const { pid, restarts } = inventory
    if (pid === undefined) throw new Error('Inventory does not run')
    process.kill(pid, 'SIGTERM')
    while (inventory.restarts === restarts) await delay(SAMPLE_MS)
    await inventory.whenReady()
  }
}

async function measureExport({ ours }: World) {
  const { door } = ours
  await restartInventory(ours)
  const roots = new Map(door.processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid] as const])))
  let greatest = { process: '', bytes: 0 }
  const sample = () => {
    for (const [process, { residentBytes: bytes }] of readUsage(roots))
      if (bytes > greatest.bytes) greatest = { process, bytes }
  }
  sample()
  const { bytes: before } = greatest
  const timer = setInterval(sample, SAMPLE_MS)
  try {
    const begin = performance.now()
    const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${door.token}` }
    const { status, body } = await fetch(`${door.url}/Inventory`, { headers })
    if (status !== 200 || !body) throw new Error(`The export of lots was answered with ${status}`)
    let tail = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) tail = (tail + text).slice(-1_000)
    const seconds = (performance.now() - begin) / 1_000
    sample()
    const end = readEndMark(tail.slice(tail.lastIndexOf('{"end"')))
    if (!end) throw new Error('The export of lots has no end mark')
    const { process, bytes } = greatest
    return {
      records: end.count,
      perSecond: end.count / seconds,
      greatestMiB: bytes / MIB,
      beforeMiB: before / MIB,
      process,
    }
  } finally {
    clearInterval(timer)
  }
}
