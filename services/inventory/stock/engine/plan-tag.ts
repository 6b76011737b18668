import { createHash } from 'node:crypto'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import type { Lot } from '../lots/lot.model.ts'
import type { LotChange, StockEffect } from './effect.ts'
import type { Plan } from './plan.ts'

const FORMAT = 'p1'
/** A tag says of so many lots what happens to them, so that a refusal can tell what differs. */
const MAX_TOLD = 20
const TAG = /^p1\.([\w-]{8})\.([\w-]{22})\.([\w-]*)$/

interface Request {
  readonly operation: Pick<Operation, 'name'>
  readonly context: Pick<CallContext, 'caller' | 'planMatch'>
}

/**
 * A plan whose effect has a tag, as a representation has an entity tag (RFC 9110, 8.8.3). It refuses the request if that
 * names another one in `If-Plan-Match`: 409 with what differs, 400 for what is no tag of this operation and client.
 */
export const withTag =
  <A>(plan: Plan<A>, { operation, context }: Request): Plan<A> =>
  async (stock, numbers) => {
    const expected = context.planMatch === undefined ? undefined : readTag(context.planMatch)
    const scope = digest([operation.name, context.caller?.kind, context.caller?.id]).slice(0, 8)
    if (expected && expected.scope !== scope)
      throw new AppError('bad_request', 'The If-Plan-Match is of another operation or of another client.')
    const effect = await plan(stock, numbers)
    if (expected && expected.effect !== digest(describe(effect))) throw changed(expected.told, tellLots(effect))
    return { ...effect, tag: () => toTag(scope, effect) }
  }

function toTag(scope: string, effect: StockEffect<unknown>): string {
  const told = Buffer.from(JSON.stringify(tellLots(effect))).toString('base64url')
  return [FORMAT, scope, digest(describe(effect)), told].join('.')
}

function readTag(tag: string) {
  const [isTag, scope, effect, told = ''] = TAG.exec(tag) ?? []
  try {
    if (isTag !== undefined) return { scope, effect, told: readTold(told) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new AppError('bad_request', 'The If-Plan-Match is no X-Plan of this version: ask for the plan again.')
}

function readTold(told: string): readonly string[] {
  const lots: unknown = JSON.parse(Buffer.from(told, 'base64url').toString())
  return Array.isArray(lots) ? lots.map(String) : []
}

function changed(planned: readonly string[], now: readonly string[]): AppError {
  const only = (some: readonly string[], others: readonly string[]) => some.filter((lot) => !others.includes(lot))
  const [before, after] = [only(planned, now), only(now, planned)]
  const what =
    before.length + after.length === 0
      ? 'Its lots are the same, its documents or other fields are not.'
      : `Planned: ${before.join('; ') || 'no more'}. Now: ${after.join('; ') || 'no more'}.`
  return new AppError('conflict', `The request would not do what was planned. ${what}`)
}

const tellLots = ({ entries }: StockEffect<unknown>): string[] =>
  entries
    .flatMap(({ lots }) => lots)
    .slice(0, MAX_TOLD)
    .map(tellLot)

function tellLot({ before, after }: LotChange): string {
  const place = `warehouse ${after.wid}${after.spot === '' ? '' : ` at ${after.spot}`}`
  if (!before) return `a new lot of ${toNumber(after.units)} in ${place}`
  const units = toNumber(after.units.minus(before.units))
  const steps = [
    ...(units === 0 ? [] : [units > 0 ? `+${units}` : String(units)]),
    ...(before.wid === after.wid && before.spot === after.spot ? [] : [`to ${place}`]),
    ...(before.hold === after.hold ? [] : [after.hold ? 'held' : 'released']),
  ]
  return `lot ${after._id}: ${steps.join(', ') || 'changed'}`
}

/** Everything that the effect changes, but for the numbers that records get and the time at which they are written. */
const describe = ({ entries, documents = [] }: StockEffect<unknown>) => [
  entries.map(({ type, partNo, wid, units, lots, figures = [] }) => [
    ...[type, partNo, wid, String(units), lots.map(describeLot)],
    figures.map(({ figure, wid: at, reference, line, units: of }) => [figure, at, reference, line, String(of)]),
  ]),
  documents.map(({ name, id, before, after }) => (before ? [name, id, lasting(changedFields(before, after))] : [name])),
]

/** What each write sets anew, and what follows from the units. */
const NOT_TOLD: ReadonlySet<string> = new Set(['_id', 'units', 'active', 'shipped', 'modified', 'version'])

function describeLot({ before, after }: LotChange) {
  const units = before ? after.units.minus(before.units) : after.units
  const fields = Object.entries(changedFields(before, after)).filter(
    ([name]) => !NOT_TOLD.has(name) && (before !== undefined || (name !== 'received' && name !== 'parent')),
  )
  return [before ? after._id : 'new', String(units), fields.map(([name, value]) => [name, toText(value)])]
}

const toText = (value: Lot[keyof Lot]) => (value instanceof Date ? value.toISOString() : String(value))

const changedFields = <R extends object>(before: R | undefined, after: R | undefined): Partial<R> => {
  const known = new Map<string, unknown>(Object.entries(before ?? {}))
  const entries = Object.entries(after ?? {}).filter(([name, value]) => String(known.get(name)) !== String(value))
  // The fields of a record are fields of it.
  return Object.fromEntries(entries) as Partial<R>
}

/** Texts, marks and decimals of a document: its numbers may be those of records, and its dates are of now. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value === 'number' || value instanceof Date) return null
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return String(value)
  return Object.entries(value).map(([name, member]) => [name, lasting(member)])
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
