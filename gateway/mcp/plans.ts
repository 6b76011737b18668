import { createHash, randomBytes } from 'node:crypto'
import { formatPlanTag, parsePlanTag } from '../../shared/contract/core/plan-tags.ts'
import type { Tool } from './tools.ts'

type Arguments = Readonly<Record<string, unknown>>

/** What a tool for planning answers, and a tool for committing takes back. */
export interface Plan {
  /** The effect (`X-Plan`, without what it tells); of a write that names none, the request. */
  readonly of: string
  /** Of the write, so that a plan takes effect once however often it is committed. */
  readonly key: string
}

const PLAN = /^([\w.-]+)~([\w-]{22})$/

/** Names what was planned, in few characters: an agent copies it. */
export const newPlan = (of: string) => `${of}~${randomBytes(16).toString('base64url')}`

/** Undefined for what is no plan. */
export function readPlan(plan: unknown): Plan | undefined {
  const [, of, nonce] = PLAN.exec(String(plan)) ?? []
  return of === undefined || nonce === undefined ? undefined : { of, key: `mcp-${nonce}` }
}

/** The `X-Plan` without the lots that it tells. */
export function shortTag(tag: string): string {
  const { scope = '', effect = '' } = parsePlanTag(tag) ?? {}
  return formatPlanTag({ scope, effect })
}

/** Names a request of a client, whatever the order of its arguments. */
export function requestDigest({ routed }: Tool, clientId: string, args: Arguments): string {
  const text = JSON.stringify([routed.operation.name, clientId, sorted(args)])
  return `r1.${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}
