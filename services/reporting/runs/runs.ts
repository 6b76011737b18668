import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import pLimit from 'p-limit'
import { serviceUnavailable } from '../../../shared/contract/core/errors.ts'
import type { Logger } from '../../../shared/process/log.ts'
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
   * later request finds it.
   */
  make(of: Made, rows: AsyncIterable<Row>, deadline: number): Promise<RunRecord>
  /** Rows by their positions. */
  read(run: RunRecord, skip: number, limit: number): Promise<Row[]>
}

export function createRuns(connection: Connection, log: Logger): Runs {
  const runs = createRunModel(connection)
  const parts = createRunPartModel(connection)
  const making = new Map<string, Promise<RunRecord>>()
  const limit = pLimit(MAX_MAKING)

  const write = async (of: Made, rows: AsyncIterable<Row>): Promise<RunRecord> => {
    const [_id, made] = [randomUUID(), new Date()]
    let count = 0
    let part: Row[] = []
    const store = async () => {
      const number = Math.floor((count - 1) / PART_ROWS)
      await parts.create([{ _id: partId(_id, number), rows: part, made }])
      part = []
    }
    for await (const row of rows) {
      part.push(row)
      count++
      if (part.length === PART_ROWS) await store()
    }
    if (part.length > 0) await store()
    const run: RunRecord = { ...of, _id, count, made: new Date() }
    await runs.create([run])
    return run
  }

  return {
    find: (of) => runs.findOne(of).sort({ made: -1 }).lean(),
    get: (_id, key) => runs.findOne({ _id, key }).lean(),

    async make(of, rows, deadline) {
      const name = JSON.stringify(of)
      const run = making.get(name) ?? limit(() => write(of, rows)).finally(() => making.delete(name))
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
