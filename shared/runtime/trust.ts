import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../contract/access.ts'
import { auth, type RightsChange } from '../contract/auth.ts'
import type { Call } from '../messaging/call.ts'
import { type ClientClaims, toVerificationKeys, verifyClientToken } from './client-token.ts'
import type { Health } from './health.ts'
import type { InsiderTokens } from './insider-token.ts'
import type { Logger } from './log.ts'

/** How often auth is asked for changes; with the time of an answer well below the 5 s of decision 10. */
const POLL_MS = 2_000
/** Later than this the rights that are known are called out of date. */
const OUTDATED_MS = 30_000
const MAX_REMEMBERED_TOKENS = 20_000

/** Who a token belongs to, by keys and rights that follow auth's within seconds. */
export interface Trust extends AsyncDisposable {
  /** The caller that the token proves now; undefined if it proves none. */
  identify(token: string | undefined): Caller | undefined
  /** Epoch milliseconds at which auth was last heard. */
  readonly confirmedAt: number
}

export interface TrustOptions {
  readonly call: Call
  readonly insiders: InsiderTokens
  readonly log: Logger
  readonly health?: Health
}

/** Resolves when the keys are known; while auth cannot be reached later, what is known stands. */
export async function createTrust({ call, insiders, log, health }: TrustOptions): Promise<Trust> {
  let cursor = 0
  let confirmedAt = 0
  let kids = ''
  let keys: ReadonlyMap<string, KeyObject> = new Map()
  const rights = new Map<string, RightsChange>()
  const remembered = new Map<string, ClientClaims>()

  const poll = async () => {
    const state = await call(auth.getTrust, { after: cursor })
    const received = state.keys.map(({ kid }) => kid).join()
    if (received !== kids) {
      kids = received
      keys = toVerificationKeys(state.keys)
      remembered.clear()
    }
    for (const change of state.changes) rights.set(change.clientId, change)
    cursor = state.cursor
    confirmedAt = Date.now()
  }

  const claimsOf = (token: string): ClientClaims | undefined => {
    const known = remembered.get(token)
    if (known) {
      if (known.exp * 1000 > Date.now()) return known
      remembered.delete(token)
      return undefined
    }
    const claims = verifyClientToken(token, keys)
    if (!claims) return undefined
    if (remembered.size >= MAX_REMEMBERED_TOKENS) remembered.clear()
    remembered.set(token, claims)
    return claims
  }

  const identifyClient = (token: string): Caller | undefined => {
    const claims = claimsOf(token)
    if (!claims) return undefined
    const changed = rights.get(claims.sub)
    const { permissions, warehouses, readOnly, active } =
      changed && changed.version > claims.version ? changed : { ...claims, active: true }
    return active ? { kind: 'client', id: claims.sub, permissions, warehouses, readOnly, active } : undefined
  }

  const stopping = new AbortController()
  const pause = () => delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
  const pollOn = async () => {
    for (await pause(); !stopping.signal.aborted; await pause()) {
      await poll().catch((error: unknown) =>
        log.warn({ err: error }, 'auth cannot be asked; what is known of rights stands'),
      )
    }
  }

  health?.require('trust', () => {
    if (confirmedAt === 0) return 'Auth has not been heard yet.'
    const ageMs = Date.now() - confirmedAt
    return ageMs > OUTDATED_MS ? `Auth was last heard ${Math.round(ageMs / 1000)} s ago.` : undefined
  })

  while (confirmedAt === 0) {
    await poll().catch(async (error: unknown) => {
      log.info({ err: error }, 'Waiting for auth')
      await delay(200)
    })
  }
  const polling = pollOn()

  return {
    // Clients first: theirs are most of the tokens, and remembered.
    identify: (token) => (token === undefined ? undefined : (identifyClient(token) ?? insiders.verify(token))),
    get confirmedAt() {
      return confirmedAt
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await polling
    },
  }
}
