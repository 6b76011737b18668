import type { z } from 'zod'
import type { Guarded } from './access.ts'
import type { DeclaredErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What the system promises for one operation. Everything else is derived from it. */
export interface Spec extends Guarded {
  readonly summary: string
  /** What the summary has no room for, as an integrator needs it. */
  readonly description?: string
  /**
   * Method and path below `/api/v1`. `:name` is a path parameter of the input; a value that does not fit is no such path.
   * A `?name` at the end takes only requests with that query parameter. Absent: reachable over RPC only.
   */
  readonly route?: `${Method} /${string}`
  /** Noun and verb of the operator's command that calls it. */
  readonly command?: string
  /** The request body's encoding; JSON unless said. */
  readonly body?: 'form'
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly errors: readonly DeclaredErrorCode[]
  /** Exact messages of errors, as answers to requests like the example. */
  readonly messages?: Partial<Record<DeclaredErrorCode | 'bad_request' | 'unauthorized', readonly string[]>>
  /** 200 unless said. */
  readonly status?: 201
  /** The answer is a page envelope, whose figures are repeated in headers (spec 4.1). */
  readonly paged?: true
  /** The field of the output that lists faults: the operator's command fails if there are any. */
  readonly faults?: string
  /** Response headers that never change. */
  readonly headers?: Readonly<Record<string, string>>
  /** Time for the whole request; 5 s for reads and 8 s for writes unless said. */
  readonly timeoutMs?: number
  /** An input that works on the demo data. */
  readonly example?: Readonly<Record<string, unknown>>
}

export type Operation<S extends Spec = Spec> = S & { readonly name: string; readonly service: string }
export type ServiceContract = Readonly<Record<string, Operation>>

/** The input as a handler receives it, after validation. */
export type Input<O extends Spec> = z.output<O['input']>
/** The input as a caller writes it. */
export type Params<O extends Spec> = z.input<O['input']>
export type Output<O extends Spec> = z.output<O['output']>

/** Names each operation after its place in the contract: `inventory.receive`. */
export function defineService<const N extends string, const T extends Record<string, Spec>>(
  service: N,
  specs: T,
): { readonly [K in keyof T & string]: T[K] & { readonly name: `${N}.${K}`; readonly service: N } } {
  const named = Object.entries(specs).map(([key, spec]) => [key, { ...spec, service, name: `${service}.${key}` }])
  // Object.fromEntries loses the key-to-value relation that the return type states.
  return Object.fromEntries(named) as never
}

/** Milliseconds that a request for this operation may take, from the gateway's first sight of it to its answer. */
export function timeoutMs(operation: Spec): number {
  return operation.timeoutMs ?? (operation.effect === 'write' ? 8_000 : 5_000)
}
