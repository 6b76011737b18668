import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { formatPlanTag, parsePlanTag } from '../../shared/contract/core/plan-tags.ts'

/** A call that plans a write of a client, or commits it. */
export interface PlannedCall {
  /** Name of the operation. */
  readonly operation: string
  readonly clientId: string
  /** After validation: what is left out equals what is given as its default. */
  readonly args: Readonly<Record<string, unknown>>
}

/** What a tool for planning returns, and a tool for committing takes back. */
export interface Plan {
  /** The effect (`X-Plan`, without its lots); undefined of a write that names none. */
  readonly tag: string | undefined
  /** Of the write, so that a plan takes effect once however often it is committed. */
  readonly key: string
}

const PLAN = /^([\w.-]*)~([\w-]{22})~([\w-]{22})$/
const SIGNATURE_BYTES = 16

/** Plans that are signed with a key of all gateways (HMAC-SHA256, its key by RFC 5869), so that nobody else makes one. */
export function createPlans(secret: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'plans of agents', 32))
  const sign = ({ operation, clientId, args }: PlannedCall, tag: string, nonce: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([operation, clientId, sorted(args), tag, nonce]))
      .digest()
      .subarray(0, SIGNATURE_BYTES)
  return {
    issue(call: PlannedCall, tag: string | undefined): string {
      const [short, nonce] = [tag === undefined ? '' : withoutLots(tag), randomBytes(16).toString('base64url')]
      return [short, nonce, sign(call, short, nonce).toString('base64url')].join('~')
    },
    /** Undefined for what no gateway has issued for this call. */
    read(call: PlannedCall, plan: unknown): Plan | undefined {
      const [, tag = '', nonce = '', signature = ''] = PLAN.exec(String(plan)) ?? []
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, sign(call, tag, nonce))) return undefined
      return { tag: tag === '' ? undefined : tag, key: `mcp-${nonce}` }
    },
  }
}

export type Plans = ReturnType<typeof createPlans>

function withoutLots(tag: string): string {
  const { told: _, ...named } = parsePlanTag(tag) ?? { scope: '', request: '', effect: '' }
  return formatPlanTag(named)
}

/** The same for any order of members; one that is undefined is left out. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}
