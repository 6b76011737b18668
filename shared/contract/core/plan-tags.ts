/** The parts of an `X-Plan` (docs/decisions.md#72). */
export interface PlanTag {
  /** Digest of the operation and of its client. */
  readonly scope: string
  /** Digest of the effect. */
  readonly effect: string
  /** What happens to its first lots, in words; undefined if the tag does not tell it. */
  readonly told?: readonly string[] | undefined
}

const FORMAT = 'p1'
const TAG = /^p1\.([\w-]{8})\.([\w-]{22})\.([\w-]*)$/

export const formatPlanTag = ({ scope, effect, told }: PlanTag): string =>
  [FORMAT, scope, effect, told ? Buffer.from(JSON.stringify(told)).toString('base64url') : ''].join('.')

/** Undefined for what is no tag of this format. */
export function parsePlanTag(tag: string): PlanTag | undefined {
  const [, scope, effect, told = ''] = TAG.exec(tag) ?? []
  if (scope === undefined || effect === undefined) return undefined
  if (told === '') return { scope, effect }
  try {
    const lots: unknown = JSON.parse(Buffer.from(told, 'base64url').toString())
    return Array.isArray(lots) ? { scope, effect, told: lots.map(String) } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
