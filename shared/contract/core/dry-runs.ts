import type { z } from 'zod'
import { flagText } from './fields.ts'
import type { Operation, Route, Spec } from './operation.ts'

export const MAX_PLAN_TAG = 4_000

export const DRY_RUN = 'dryRun'

/** Any value but true is refused: the request must not be done for real by mistake. */
export const dryRun = flagText()
  .refine((value) => value, 'must be true.')
  .meta({ description: 'true: return what the request would do, without any change', enum: [true] })

/** A write with a route. */
type Write = Spec & { readonly effect: 'write'; readonly route: Route }
type Writes<T> = { [K in keyof T & string]: T[K] extends Write ? K : never }[keyof T & string]

/** What a dry run has of its own. Its response is a read, and no command of the operator needs one. */
type Own = 'summary' | 'route' | 'alternateRoutes' | 'effect' | 'hasDryRun' | 'input' | 'output' | NotOfDryRun
type NotOfDryRun = 'command' | 'status' | 'partitionBy'
export type DryRun<W extends Spec, O extends z.ZodType = W['output']> = Omit<W, Own> & {
  readonly summary: string
  readonly route: Route
  readonly alternateRoutes: readonly Route[]
  readonly effect: 'read'
  readonly hasDryRun: boolean
  readonly input: z.ZodObject<W['input']['shape'] & { readonly dryRun: typeof dryRun }>
  readonly output: O
}

const ofDryRun = (route: Route): Route => `${route}?${DRY_RUN}`

/**
 * The request of a write, whose response says what it would do. One with a response of its own has a path of its own too,
 * so that a document says of each path what it returns; the query parameter leads to it as well.
 */
export function dryRunOf<const W extends Write, O extends z.ZodType>(
  write: W,
  summary: string,
  output: O,
): DryRun<W, O> {
  const { command: _, status: _s, partitionBy: _p, ...spec } = write as Spec & Write
  const { alternateRoutes = [], hasDryRun = true } = spec
  const byQuery = [spec.route, ...alternateRoutes].map(ofDryRun)
  const [route = spec.route, ...others] = output === spec.output ? byQuery : [`${spec.route}/Preview`, ...byQuery]
  const own = {
    summary,
    route,
    alternateRoutes: others,
    effect: 'read',
    hasDryRun,
    input: spec.input.safeExtend({ dryRun: route === byQuery[0] ? dryRun : dryRun.optional() }),
    output,
    example: { ...spec.example, dryRun: true },
  }
  // The spec's own type is that of the write, without what is replaced here.
  return { ...spec, ...own } as unknown as DryRun<W, O>
}

/**
 * Operations, each write after its dry run, `previewPackShippingOrder` of `packShippingOrder`: it responds as the write
 * would, and writes nothing.
 */
export function withDryRuns<const T extends Readonly<Record<string, Spec>>>(specs: T) {
  const both = Object.entries<Spec>(specs).flatMap(([name, spec]): [string, Spec][] => {
    if (!isWrite(spec)) return [[name, spec]]
    const { hasDryRun = true } = spec
    const summary = `Dry run: ${spec.summary.charAt(0).toLowerCase()}${spec.summary.slice(1)}`
    return [
      [previewOf(name), dryRunOf(spec, summary, spec.output)],
      [name, { ...spec, hasDryRun }],
    ]
  })
  // Object.fromEntries loses which value belongs to which key.
  return Object.fromEntries(both) as unknown as T & { readonly [K in Writes<T> as Preview<K>]: DryRun<T[K]> }
}

const isWrite = (spec: Spec): spec is Write => spec.effect === 'write' && spec.route !== undefined

/** Name of the dry run of an operation. */
export type Preview<K extends string> = `preview${Capitalize<K>}`
export const previewOf = (name: string) => `preview${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Whether an operation is a dry run. */
export const isDryRun = ({ input }: Spec) => DRY_RUN in input.shape

/** The dry run of a write among operations; undefined if it has none. */
export function findDryRun<O extends Operation>({ service, name }: Operation, operations: readonly O[]): O | undefined {
  const wanted = `${service}.${previewOf(name.slice(service.length + 1))}`
  return operations.find((operation) => operation.name === wanted)
}
