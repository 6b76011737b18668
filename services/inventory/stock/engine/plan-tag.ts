import { createHash } from 'node:crypto'
import { DRY_RUN } from '../../../../shared/contract/core/dry-runs.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { formatPlanTag, type PlanTag, parsePlanTag, planConflicts } from '../../../../shared/contract/core/plan-tags.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toNumber } from '../../../../shared/quantity.ts'
import type { Lot, LotChange } from '../lots/lot.model.ts'
import type { StockEffect } from './effect.ts'
import type { Plan } from './plan.ts'

/** A tag says of so many lots what happens to them, in so many bytes, so that a refusal can tell what differs. */
const MAX_DESCRIBED = 20
const MAX_DESCRIBED_BYTES = 2_000

interface Request {
  readonly operation: Pick<Operation, 'name' | 'hasDryRun'>
  /** The whole input, after validation. */
  readonly input: object
  readonly context: Pick<CallContext, 'caller' | 'planMatch'>
}

/** Gives a plan's effect a tag, and holds it to the one that the request names. */
export type Binding = <A>(plan: Plan<A>) => Plan<A>

/**
 * Binds the plan of a request to its `If-Plan-Match`. An effect has a tag as a representation has an entity tag (RFC 9110,
 * 8.8.3). Throws 400 for a text that is not a tag of this operation and client, and 409 for the tag of another input. If the
 * effect has another tag, the bound plan throws 409 and says what differs.
 */
export function bindPlan({ operation, input, context }: Request): Binding {
  if (!operation.hasDryRun) return (plan) => plan
  // Most writes ask for no tag and give none.
  const scope = () => digest([operation.name, context.caller?.kind, context.caller?.id]).slice(0, 8)
  const request = () => digest({ ...input, [DRY_RUN]: undefined })
  const expected = context.planMatch === undefined ? undefined : readTag(context.planMatch)
  if (expected && expected.scope !== scope())
    throw new AppError('bad_request', 'The If-Plan-Match is of another operation or of another client.')
  if (expected && expected.request !== request()) throw new AppError('conflict', planConflicts.request)
  return (plan) => async (stock, numbers) => {
    const effect = await plan(stock, numbers)
    if (expected && expected.effect !== digest(describe(effect))) throw changed(expected.told, describeLots(effect))
    const tag = () =>
      formatPlanTag({
        scope: scope(),
        request: request(),
        effect: digest(describe(effect)),
        told: describeLots(effect),
      })
    return { ...effect, tag }
  }
}

function readTag(tag: string): PlanTag {
  const known = parsePlanTag(tag)
  if (known) return known
  throw new AppError('bad_request', 'The If-Plan-Match is no X-Plan of this version: ask for the plan again.')
}

function changed(planned: readonly string[] | undefined, now: readonly string[]): AppError {
  const only = (some: readonly string[], others: readonly string[]) => some.filter((lot) => !others.includes(lot))
  const [before, after] = [only(planned ?? [], now), only(now, planned ?? [])]
  const what =
    before.length + after.length === 0
      ? 'Its lots are the same, its documents or other fields are not.'
      : `${planned ? `Planned: ${before.join('; ') || 'no more'}. ` : ''}Now: ${after.join('; ') || 'no more'}.`
  return new AppError('conflict', `${planConflicts.effect} ${what}`)
}

function describeLots({ entries }: StockEffect<unknown>): string[] {
  const texts: string[] = []
  for (const change of entries.flatMap(({ lots }) => lots).slice(0, MAX_DESCRIBED)) {
    const lot = toText(change)
    if (Buffer.byteLength([...texts, lot].join('')) > MAX_DESCRIBED_BYTES) break
    texts.push(lot)
  }
  return texts
}

function toText({ before, after }: LotChange): string {
  const where = `warehouse ${after.wid}${after.spot === '' ? '' : ` at ${after.spot}`}`
  if (!before) return `a new lot of ${toNumber(after.units)} in ${where}`
  const units = toNumber(after.units.minus(before.units))
  const isMoved = before.wid !== after.wid || before.spot !== after.spot
  const steps = [
    ...(units === 0 ? [] : [units > 0 ? `+${units}` : String(units)]),
    ...(isMoved ? [`${toNumber(after.units)} to ${where}`] : []),
    ...(before.hold === after.hold ? [] : [after.hold ? 'held' : 'released']),
  ]
  return `lot ${after._id}: ${steps.join(', ') || 'changed'}`
}

/** Everything that the effect changes, but for the numbers that records get and the time at which they are written. */
function describe({ entries, records = [] }: StockEffect<unknown>) {
  const newNumbers = new Set(records.flatMap(({ id, before }) => (before ? [] : [String(id)])))
  const named = (text: string) => (newNumbers.has(text) ? '' : text)
  return [
    entries.map(({ type, partNo, wid, units, lots, figures = [] }) => [
      ...[type, partNo, wid, String(units), lots.map((change) => describeLot(change, named))],
      figures.map(({ figure, wid: at, reference, line, units: of }) => [
        figure,
        at,
        named(reference),
        line,
        String(of),
      ]),
    ]),
    records.map(({ name, id, before, after }) => [
      name,
      before ? id : '',
      changes(lasting(before, named), lasting(after, named)),
    ]),
  ]
}

/** A text without the number of a record that the effect makes. */
type Named = (text: string) => string

/** Of a lot: what each write sets again, and what follows from the units; of a new one, what its parent or the time says. */
const LEFT_OUT: ReadonlySet<string> = new Set(['_id', 'units', 'active', 'shipped', 'modified', 'version'])
const LEFT_OUT_OF_NEW: ReadonlySet<string> = new Set([...LEFT_OUT, 'received', 'parent'])

function describeLot({ before, after }: LotChange, named: Named) {
  const units = before ? after.units.minus(before.units) : after.units
  const isIncluded = ([name]: [string, unknown]) => !(before ? LEFT_OUT : LEFT_OUT_OF_NEW).has(name)
  const fieldsOf = (lot: Lot | undefined) => Object.entries(lot ?? {}).filter(isIncluded)
  const toPair = ([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : named(String(value)),
  ]
  return [before ? after._id : 'new', String(units), changes(fieldsOf(before).map(toPair), fieldsOf(after).map(toPair))]
}

/** Texts, marks and decimals of a document: its numbers may be those of records, and its dates are of now. */
function lasting(value: unknown, named: Named): unknown[] {
  return Object.entries(value ?? {}).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'number' || member instanceof Date || member === null) return []
    const isNested = typeof member === 'object' && !('_bsontype' in member)
    return [[name, isNested ? lasting(member, named) : named(String(member))]]
  })
}

/** What is in the second list and not in the first. */
function changes(before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const known = new Set(before.map((entry) => JSON.stringify(entry)))
  return after.filter((entry) => !known.has(JSON.stringify(entry)))
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
