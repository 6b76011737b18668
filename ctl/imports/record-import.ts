import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { toCommandFields } from '../command-fields.ts'
import { retryWhileUnavailable } from '../connection/retry-while-unavailable.ts'
import { CtlError } from '../output/failure.ts'
import { type ImportKind, oneByOne } from './import-file.ts'

type Fields = Readonly<Record<string, unknown>>

/** Records with a ShortID, and the operations that make and change them. */
interface RecordKind {
  readonly summary: string
  readonly create: Operation
  readonly update: Operation
  /** The record with a ShortID, whose creation was refused. */
  readonly get: (call: Call, shortID: string) => Promise<Fields>
  /** The record's values that a row asks for; undefined where it leaves them as they are. */
  readonly toValues?: (row: Fields) => Fields
}

/** Records by ShortID: a new one is created, an existing one gets the fields of the row that differ. */
export const recordImport = ({ summary, create, update, get, toValues = (row) => row }: RecordKind): ImportKind => ({
  summary,
  fields: toCommandFields(create),
  outcomes: ['created', 'updated', 'unchanged'],
  createImport({ call }) {
    const lines = new Map<unknown, number>()
    return oneByOne(async ({ rows: [cells], line }) => {
      const input: Fields & { shortID?: unknown } = parseInput(create.input, cells)
      const shortID = String(input.shortID)
      const firstLine = lines.get(shortID)
      if (firstLine !== undefined) throw new CtlError(`${shortID} is on line ${firstLine} already.`)
      lines.set(shortID, line)
      if (await createNew(call, create, input)) return 'created'
      const record = await retryWhileUnavailable(() => get(call, shortID))
      if (!differs(record, toValues(input))) return 'unchanged'
      const operationId = randomUUID()
      await retryWhileUnavailable(() => call(update, input, { operationId }))
      return 'updated'
    })
  },
})

/** Returns false if the name is taken. */
async function createNew(call: Call, create: Operation, input: Fields): Promise<boolean> {
  const operationId = randomUUID()
  try {
    await retryWhileUnavailable(() => call(create, { ...input }, { operationId }))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

const differs = (record: Fields, wanted: Fields) =>
  Object.entries(wanted).some(
    ([field, value]) => value !== undefined && Object.getOwnPropertyDescriptor(record, field)?.value !== value,
  )
