import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Connection } from 'mongoose'
import { AppError, serviceUnavailable } from '../../../shared/contract/core/errors.ts'
import { timeLeftMs } from '../../../shared/process/call-context.ts'
import type { Logger } from '../../../shared/process/log.ts'
import { present, presentMs } from '../../../shared/process/time/clock.ts'
import { type Quantity, toNumber, toQuantity, ZERO } from '../../../shared/quantity.ts'
import { createFairQueue } from './fair-queue.ts'
import { createRunChunkModel, createRunModel, type Row, type RunRecord } from './run.model.ts'

/** Rows of one record; a page needs a few of them, wherever it lies. */
const CHUNK_ROWS = 250
/** Most rows that are kept for one client, for 24 hours. */
const MAX_KEPT_ROWS = 2_000_000

/** How long a run that came too late answers requests that come after it. */
const LATE_MS = 60_000

type Made = Pick<RunRecord, 'key' | 'generation' | 'sequence' | 'at'>
type Question = Pick<Made, 'key' | 'generation'>

/** Runs of reports, which are kept for 24 hours. */
export interface Runs {
  /** The last one that was made of these; null if none is kept. */
  find(of: Partial<Made>): Promise<RunRecord | null>
  /**
   * A run of any moment that a request did not get in time: once it is made, if it is under way, or until a minute later.
   * Without it a report that takes long would be computed again after each change, and be late each time. Throws as `make`.
   */
  findLate(of: Question, deadline: number): Promise<RunRecord | null>
  /** The run with the id, if it has the key. */
  get(id: string, key: string): Promise<RunRecord | null>
  /**
   * Makes a run; requests for the same run while it is made share it. Throws 503 at the deadline; the run continues, and
   * `findLate` finds it, unless nobody asks for a minute. Throws 409 if so many rows are kept for the client.
   */
  make(of: Made, work: RunWork, deadline: number): Promise<RunRecord>
  /** Rows by their positions. */
  read(run: RunRecord, skip: number, limit: number): Promise<Row[]>
}

export interface RunWork {
  /** For whom it is made; others may share it. */
  readonly client: string
  readonly rows: AsyncIterable<Row>
  readonly summed: readonly string[]
  /** Whether all that was read until now was there: a generation is dropped some time after another one replaced it. */
  readonly isWhole: () => Promise<boolean>
}

/** A run that is being made. */
interface Making {
  /** Requests that wait for it, and when one did last, by `performance.now()`. */
  waiters: number
  wantedAt: number
  readonly of: Made
  readonly run: Promise<RunRecord>
  isLate: boolean
}

export function createRuns(connection: Connection, log: Logger): Runs {
  const runs = createRunModel(connection)
  const models = createRunChunkModel(connection)
  const underWay = new Set<Making>()
  const queue = createFairQueue()

  const write = async (
    { client, rows, summed, isWhole }: RunWork,
    requireWanted: () => void,
  ): Promise<Omit<RunRecord, keyof Made>> => {
    const [_id, made] = [randomUUID(), present()]
    let count = 0
    let chunk: Row[] = []
    const sums = new Map<string, Quantity>()
    const store = async () => {
      const number = Math.floor((count - 1) / CHUNK_ROWS)
      await models.create([{ _id: chunkId(_id, number), rows: chunk, made }])
      chunk = []
    }
    try {
      for await (const row of rows) {
        chunk.push(row)
        addTo(sums, row, summed)
        count++
        if (chunk.length < CHUNK_ROWS) continue
        await store()
        requireWanted()
      }
      if (chunk.length > 0) await store()
      if (!(await isWhole())) throw serviceUnavailable(new Error('What the report reads was replaced meanwhile'))
    } catch (error) {
      const ids = Array.from({ length: Math.ceil(count / CHUNK_ROWS) }, (_, number) => chunkId(_id, number))
      await models.deleteMany({ _id: { $in: ids } })
      throw error
    }
    const totals = Object.fromEntries([...sums].map(([name, sum]) => [name, toNumber(sum)]))
    return { _id, client, count, totals, made: present() }
  }

  const begin = (of: Made, work: RunWork): Making => {
    const requireWanted = () => {
      if (making.waiters > 0 || performance.now() - making.wantedAt <= LATE_MS) return
      throw serviceUnavailable(new Error('Nobody has asked for it for a minute'))
    }
    const inTurn = async () => {
      await requireRoom(work.client)
      return write(work, requireWanted)
    }
    const make = async () => {
      const made = await queue.run(work.client, inTurn, () => making.waiters > 0)
      const run = { ...of, ...made, ...(making.isLate && { isLate: true }) }
      await runs.create([run])
      return run
    }
    const making: Making = {
      of,
      isLate: false,
      waiters: 0,
      wantedAt: performance.now(),
      // Once its request waits for it.
      run: Promise.resolve()
        .then(make)
        .finally(() => underWay.delete(making)),
    }
    making.run.catch((err: unknown) => log.warn({ err }, 'A report could not be run'))
    underWay.add(making)
    return making
  }

  /** Throws 503 at the deadline. */
  const inTime = async (making: Making, deadline: number) => {
    making.waiters++
    try {
      return await withDeadline(making.run, deadline, () => {
        making.isLate = true
      })
    } finally {
      making.waiters--
      making.wantedAt = performance.now()
    }
  }

  const requireRoom = async (client: string) => {
    const [kept] = await runs.aggregate<{ readonly rows: number }>([
      { $match: { client } },
      { $group: { _id: null, rows: { $sum: '$count' } } },
    ])
    if ((kept?.rows ?? 0) < MAX_KEPT_ROWS) return
    const most = MAX_KEPT_ROWS.toLocaleString('en')
    throw new AppError(
      'conflict',
      `The reports of this client have ${most} rows, which are kept for 24 hours. Ask for less, or later.`,
    )
  }

  return {
    find: (of) => runs.findOne(of).sort({ made: -1 }).lean(),
    get: (_id, key) => runs.findOne({ _id, key }).lean(),

    async findLate({ key, generation }, deadline) {
      const late = [...underWay].find(({ of, isLate }) => isLate && of.key === key && of.generation === generation)
      if (late) return inTime(late, deadline)
      const made = { $gte: new Date(presentMs() - LATE_MS) }
      return runs.findOne({ key, generation, isLate: true, made }).sort({ made: -1 }).lean()
    },

    make: (of, work, deadline) =>
      inTime([...underWay].find((one) => isDeepStrictEqual(one.of, of)) ?? begin(of, work), deadline),

    async read({ _id, count }, skip, most) {
      const end = Math.min(skip + most, count)
      const [first, last] = [Math.floor(skip / CHUNK_ROWS), Math.floor((end - 1) / CHUNK_ROWS)]
      const ids = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => chunkId(_id, first + index))
      const found = await models.find({ _id: { $in: ids } }).lean()
      const rowsOf = new Map(found.map((chunk) => [chunk._id, chunk.rows]))
      const rows = ids.flatMap((id) => rowsOf.get(id) ?? [])
      return rows.slice(skip - first * CHUNK_ROWS, end - first * CHUNK_ROWS)
    },
  }
}

const chunkId = (run: string, number: number) => `${run}/${number}`

/** A column that has no number in any row has no sum. */
function addTo(sums: Map<string, Quantity>, row: Row, summed: readonly string[]): void {
  for (const name of summed) {
    const [value, sum] = [row[name], sums.get(name)]
    // Most figures of most rows are 0.
    if (typeof value !== 'number' || (value === 0 && sum)) continue
    sums.set(name, (sum ?? ZERO).plus(toQuantity(value)))
  }
}

async function withDeadline<T>(work: Promise<T>, deadline: number, onLate: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate()
      reject(serviceUnavailable())
    }, timeLeftMs({ deadline }))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
