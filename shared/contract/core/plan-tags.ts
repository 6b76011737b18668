/** The parts of an `X-Plan` (docs/decisions/writes.md#72). */
export interface PlanTag {
  /** Digest of the operation and of its client. */
  readonly scope: string
  /** Digest of the whole input. */
  readonly request: string
  /** Digest of the effect. */
  readonly effect: string
  /** What happens to its first lots, in words; undefined if the tag does not tell it. */
  readonly told?: readonly string[] | undefined
}

/** How the 409 begins of a write that is not what its plan says: its input, or what it would do. */
export const planConflicts = {
  request: 'The request is not the one that was planned.',
  effect: 'The request would not do what was planned.',
} as const

const FORMAT = 'p2'
const TAG = /^p2\.([\w-]{8})\.([\w-]{22})\.([\w-]{22})\.([\w-]*)$/

export const formatPlanTag = ({ scope, request, effect, told }: PlanTag): string =>
  [FORMAT, scope, request, effect, told ? Buffer.from(JSON.stringify(told)).toString('base64url') : ''].join('.')

/** Undefined for what is not a tag of this format. */
export function parsePlanTag(tag: string): PlanTag | undefined {
  const [, scope, request, effect, told = ''] = TAG.exec(tag) ?? []
  if (scope === undefined || request === undefined || effect === undefined) return undefined
  if (told === '') return { scope, request, effect }
  try {
    const lots: unknown = JSON.parse(Buffer.from(told, 'base64url').toString())
    return Array.isArray(lots) ? { scope, request, effect, told: lots.map(String) } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
