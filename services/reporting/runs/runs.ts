import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import pLimit from 'p-limit'
import { serviceUnavailable } from '../../../shared/contract/core/errors.ts'
import type { Logger } from '../../../shared/process/log.ts'
import { type Quantity, toNumber, toQuantity, ZERO } from '../../../shared/quantity.ts'
import { createRunModel, createRunPartModel, type Row, type RunRecord } from './run.model.ts'

/** Rows of one record; a page needs a few of them, wherever it lies. */
const PART_ROWS = 250
/** Runs that a process makes at once. */
const MAX_MAKING = 2

type Made = Pick<RunRecord, 'key' | 'generation' | 'sequence' | 'at'>

/** Runs of reports, which are kept for 24 hours. */
export interface Runs {
  /** The last one that was made of these; null if none is kept. */
  find(of: Partial<Made>): Promise<RunRecord | null>
  /** The run with the id, if it has the key. */
  get(id: string, key: string): Promise<RunRecord | null>
  /**
   * Makes a run; requests for the same run while it is made share it. Throws 503 at the deadline; the run goes on, and a
   * later request finds it. `summed` are the columns whose sums are kept.
   */
  make(of: Made, rows: AsyncIterable<Row>, summed: readonly string[], deadline: number): Promise<RunRecord>
  /** Rows by their positions. */
  read(run: RunRecord, skip: number, limit: number): Promise<Row[]>
}

export function createRuns(connection: Connection, log: Logger): Runs {
  const runs = createRunModel(connection)
  const parts = createRunPartModel(connection)
  const making = new Map<string, Promise<RunRecord>>()
  const limit = pLimit(MAX_MAKING)

  const write = async (of: Made, rows: AsyncIterable<Row>, summed: readonly string[]): Promise<RunRecord> => {
    const [_id, made] = [randomUUID(), new Date()]
    let count = 0
    let part: Row[] = []
    const sums = new Map<string, Quantity>()
    const store = async () => {
      const number = Math.floor((count - 1) / PART_ROWS)
      await parts.create([{ _id: partId(_id, number), rows: part, made }])
      part = []
    }
    for await (const row of rows) {
      part.push(row)
      addTo(sums, row, summed)
      count++
      if (part.length === PART_ROWS) await store()
    }
    if (part.length > 0) await store()
    const totals = Object.fromEntries([...sums].map(([name, sum]) => [name, toNumber(sum)]))
    const run: RunRecord = { ...of, _id, count, totals, made: new Date() }
    await runs.create([run])
    return run
  }

  return {
    find: (of) => runs.findOne(of).sort({ made: -1 }).lean(),
    get: (_id, key) => runs.findOne({ _id, key }).lean(),

    async make(of, rows, summed, deadline) {
      const name = JSON.stringify(of)
      const run = making.get(name) ?? limit(() => write(of, rows, summed)).finally(() => making.delete(name))
      if (!making.has(name)) run.catch((err: unknown) => log.warn({ err }, 'A report could not be run'))
      making.set(name, run)
      return withDeadline(run, deadline)
    },

    async read({ _id, count }, skip, most) {
      const end = Math.min(skip + most, count)
      const [first, last] = [Math.floor(skip / PART_ROWS), Math.floor((end - 1) / PART_ROWS)]
      const ids = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => partId(_id, first + index))
      const found = await parts.find({ _id: { $in: ids } }).lean()
      const rowsOf = new Map(found.map((part) => [part._id, part.rows]))
      const rows = ids.flatMap((id) => rowsOf.get(id) ?? [])
      return rows.slice(skip - first * PART_ROWS, end - first * PART_ROWS)
    },
  }
}

const partId = (run: string, number: number) => `${run}/${number}`

/** A column that has no number in any row has no sum. */
function addTo(sums: Map<string, Quantity>, row: Row, summed: readonly string[]): void {
  for (const name of summed) {
    const [value, sum] = [row[name], sums.get(name)]
    // Most figures of most rows are 0.
    if (typeof value !== 'number' || (value === 0 && sum)) continue
    sums.set(name, (sum ?? ZERO).plus(toQuantity(value)))
  }
}

async function withDeadline<T>(work: Promise<T>, deadline: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(serviceUnavailable()), deadline - Date.now())
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
