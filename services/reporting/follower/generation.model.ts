import type { ClientSession, Connection } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'
import { present, presentMs } from '../../../shared/process/time/clock.ts'

/** Rises when rows are derived in another way. What was derived before is then derived again, and not read until then. */
const FORMAT = 5

const fields = {
  _id: field.number,
  /** The last change of the feed that is derived. */
  sequence: field.number,
  /** The latest moment of the changes that are derived. */
  at: field.date,
  /** How it is derived; absent from the first ones. */
  format: field.optional(field.number),
  /** Whether reports read it, once it has caught up. */
  isCurrent: field.flag,
  /** Whether it has had all changes of the feed at some moment: until then it is of a past that ended by chance. */
  hasCaughtUp: field.optional(field.flag),
  /** When another one took its place. */
  retired: field.optional(field.date),
}

/** So long after another one took its place, a generation is dropped: reports that were begun read it until then. */
export const RETIRED_KEPT_MS = 60_000

/** One derivation of the whole feed, and how far it has come. A rebuild makes another one beside it. */
export type Generation = RecordOf<typeof fields>

/** Whether this program derives such rows, and can read them. */
export const isKnownFormat = ({ format }: Generation): boolean => format === FORMAT

/** The one that is being made to take the place of the current one, if there is any: not one of another version. */
export const generationInWork = (all: readonly Generation[], current: Generation): Generation | undefined =>
  all.find((generation) => generation._id > current._id && isKnownFormat(generation))

const schema = defineSchema('generations', fields)

const isReadable = (generation: Generation): boolean => isKnownFormat(generation) && generation.hasCaughtUp === true

/** All generations: the current one, one that is being made, and those that are not dropped yet. */
export interface Generations {
  list(): Promise<Generation[]>
  current(): Promise<Generation>
  /** The current one. Throws 503 while it is being derived for the first time, or again after an update. */
  readable(): Promise<Generation>
  /** Whether nothing of a generation has been dropped until now. */
  isKept(number: number): Promise<boolean>
  /** Records that a generation has caught up with the feed. */
  catchUp(generation: Generation): Promise<void>
  /** Adds one before the first change; false if there is one with this number. */
  add(number: number, isCurrent: boolean): Promise<boolean>
  /** Moves a generation from where it was read to a later change; false if another process has moved it meanwhile. */
  advance(from: Generation, to: Pick<Generation, 'sequence' | 'at'>, session: ClientSession): Promise<boolean>
  /** Puts a generation in the place of the current one. */
  replace(current: Generation, next: Generation, session: ClientSession): Promise<void>
  remove(generation: Generation): Promise<void>
}

export function createGenerations(connection: Connection): Generations {
  const records = connection.model('Generation', schema)
  const current = async () => {
    const found = await records.findOne({ isCurrent: true }).lean()
    if (!found) throw new Error('There is no current generation')
    return found
  }
  return {
    list: () => records.find().sort({ _id: 1 }).lean(),
    current,
    async readable() {
      const found = await current()
      if (!isReadable(found))
        throw new AppError('service_unavailable', 'Reports are being derived from the history. Try again later.')
      return found
    },
    async isKept(_id) {
      const found = await records.findById(_id).lean()
      // Half of the time: clocks may differ.
      return found !== null && (!found.retired || presentMs() - found.retired.getTime() < RETIRED_KEPT_MS / 2)
    },
    async catchUp({ _id }) {
      await records.updateOne({ _id }, { $set: { hasCaughtUp: true } })
    },
    async add(_id, isCurrent) {
      try {
        await records.create([{ _id, format: FORMAT, sequence: 0, at: new Date(0), isCurrent }])
        return true
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        return false
      }
    },
    async advance({ _id, sequence }, { sequence: reached, at }, session) {
      const changes = { $set: { sequence: reached }, $max: { at } }
      return (await records.updateOne({ _id, sequence }, changes, { session })).matchedCount === 1
    },
    async replace(current, next, session) {
      const retired = { $set: { isCurrent: false, retired: present() } }
      await records.updateOne({ _id: current._id }, retired, { session })
      // One that was not followed any more says nothing of how far the feed has come.
      const hasCaughtUp = isReadable(current)
      await records.updateOne({ _id: next._id }, { $set: { isCurrent: true, hasCaughtUp } }, { session })
    },
    async remove({ _id }) {
      await records.deleteOne({ _id })
    },
  }
}
