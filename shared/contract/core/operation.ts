import type { z } from 'zod'
import { dayIfMidnight } from '../../day.ts'
import { dateFieldsOf, isReversed } from '../dates/date-fields.ts'
import type { Guarded } from './access.ts'
import type { DeclaredErrorCode } from './errors.ts'
import { across } from './fields.ts'
import { addLiteralPath } from './identifiers.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = `${Method} /${string}`

/** Declaration of one operation. Routes, checks, handler types, RPC, OpenAPI, documents and commands are derived from it. */
export interface Spec extends Guarded {
  readonly summary: string
  /** Details for integrators that the summary has no room for. */
  readonly description?: string
  /**
   * Method and path below `/api/v1`. `:name` is a path parameter, a field of the input; a path with a value that does
   * not fit is unknown. `?name` at the end restricts the route to requests with that query parameter. Absent: reachable
   * over RPC only.
   */
  readonly route?: Route
  /** Other spellings of the route that are accepted, with the same fields. */
  readonly alternateRoutes?: readonly Route[]
  /** Noun and verb of the operator's command for this operation. */
  readonly command?: string
  /** Encoding of the request body; JSON by default. */
  readonly body?: 'form'
  /** Names of query parameters that are 400 instead of ignored: ignored, they would be taken for understood. */
  readonly refusedParameters?: readonly string[]
  /** List in the input of which each so many elements count as one request of the rate limit. */
  readonly countsAs?: { readonly field: string; readonly perRequest: number }
  /** Longest body of a request, decompressed; 100 kB by default. */
  readonly maxBodyBytes?: number
  /**
   * A dry run names its effect in `X-Plan`; with that in `If-Plan-Match` the write is done only if it has the same one
   * (docs/decisions/writes.md#72).
   */
  readonly hasDryRun?: boolean
  /** Field of the input; calls that agree in it go to the same process of the service (docs/architecture.md). */
  readonly partitionBy?: string
  /**
   * Input or output hold a secret: their messages are sealed, but for the input of the operator's command
   * (docs/adr/0008-keys.md).
   */
  readonly confidential?: true
  /** Whether agents get tools for it; false: its response is not for the model that an agent works with. */
  readonly isForAgents?: false
  readonly input: z.ZodObject
  readonly output: z.ZodType
  /** Those that `messages` has need not be named. */
  readonly errors?: readonly DeclaredErrorCode[]
  /** Exact messages of errors, as responses to requests like the example. */
  readonly messages?: Partial<
    Record<DeclaredErrorCode | 'bad_request' | 'unauthorized' | 'forbidden', readonly string[]>
  >
  /** HTTP status of a success; 200 by default. */
  readonly status?: 201
  /**
   * The output is a page (`pageOf`) and the input has `pageQuery`; the figures are repeated in headers
   * (docs/interface.md#pages).
   */
  readonly paged?: true
  /**
   * The output is an array of any length, with the handler's cursor: it is read in chunks, and sent as they come
   * (docs/interface.md#pages).
   */
  readonly streamed?: true
  /** Field of the output that lists faults; the operator's command fails if the list is not empty. */
  readonly faults?: string
  /** Response headers that never change. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for the whole request; 5,000 for reads and 8,000 for writes by default. */
  readonly timeoutMs?: number
  /** An input that is valid on the demo data. */
  readonly example?: Readonly<Record<string, unknown>>
}

export type Operation<S extends Spec = Spec> = S & {
  readonly name: string
  readonly service: string
  readonly errors: readonly DeclaredErrorCode[]
}
export type ServiceContract = Readonly<Record<string, Operation>>

/** The input as a handler receives it, after validation. */
export type Input<O extends Spec> = z.output<O['input']>
/** The input as a caller writes it. */
export type Params<O extends Spec> = z.input<O['input']>
export type Output<O extends Spec> = z.output<O['output']>

/** Refuses a period that ends before it begins, under the field of its end (docs/decisions/dates.md#87). */
export function withPeriods<T extends z.ZodObject>(input: T): T {
  const periods = [...dateFieldsOf(input)].flatMap(([to, { begins, day }]) =>
    begins === undefined ? [] : [{ from: begins, to, isNamed: day === 'named' }],
  )
  if (periods.length === 0) return input
  return input.check(
    across<Record<string, unknown>>(({ value, issues }) => {
      for (const { from, to, isNamed } of periods) {
        const [begin, end] = [value[from], value[to]]
        if (typeof begin !== 'string' || typeof end !== 'string') continue
        // A named day is midnight in UTC.
        const [first, last] = isNamed ? [dayIfMidnight(begin), dayIfMidnight(end)] : [begin, end]
        if (isReversed(first, last))
          issues.push({ code: 'custom', path: [to], message: `must not be before ${from}.`, input: value })
      }
    }),
  )
}

/** Names each operation after its service and its key: `inventory.receive`. */
export function defineService<const N extends string, const T extends Record<string, Spec>>(
  service: N,
  specs: T,
): { readonly [K in keyof T & string]: Operation<T[K]> & { readonly name: `${N}.${K}`; readonly service: N } } {
  for (const { route, alternateRoutes = [] } of Object.values(specs))
    for (const path of route ? [route, ...alternateRoutes] : []) addLiteralPath(path)
  const named = Object.entries<Spec>(specs).map(([key, spec]) => [
    key,
    { ...spec, input: withPeriods(spec.input), errors: errorsOf(spec), service, name: `${service}.${key}` },
  ])
  // Object.fromEntries loses which value belongs to which key.
  return Object.fromEntries(named) as never
}

/** What an operation declares, and the conflict of a write that is not what was planned. */
function errorsOf({ errors = [], messages = {}, hasDryRun, effect }: Spec): readonly DeclaredErrorCode[] {
  const written = (['not_found', 'conflict'] as const).filter((code) => messages[code] !== undefined)
  const planned = hasDryRun && effect === 'write' ? (['conflict'] as const) : []
  return [...new Set([...errors, ...written, ...planned])]
}

/** Milliseconds that a request may take, from its arrival at the gateway to its response. */
export function timeoutMs(operation: Spec): number {
  return operation.timeoutMs ?? (operation.effect === 'write' ? 8_000 : 5_000)
}
