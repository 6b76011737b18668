import type { KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { auth, type RightsChange } from '../contract/auth.ts'
import type { Caller } from '../contract/core/access.ts'
import type { Output } from '../contract/core/operation.ts'
import type { Call } from '../messaging/rpc/call.ts'
import type { Health } from '../process/health.ts'
import type { Logger } from '../process/log.ts'
import { createRepeatingTask } from '../process/repeating-task.ts'
import { presentMs } from '../process/time/clock.ts'
import { type ClientClaims, toVerificationKeys, verifyClientToken } from './client-token.ts'
import type { InternalTokens } from './internal-token.ts'

/** Interval of polling auth for changed rights while clients come; below the 5 s of docs/decisions/access.md#10. */
const POLL_INTERVAL_MS = 2_000
/** The same at rest, when no client has come since the last poll. */
const REST_INTERVAL_MS = 10_000
/** The first client after a rest waits for a poll, but not for longer. */
const LONGEST_WAIT_MS = 500
/** After this time without a reply of auth, the process is not ready. */
const OUTDATED_MS = 30_000
const NOT_HEARD = Number.NEGATIVE_INFINITY
const MAX_REMEMBERED_TOKENS = 20_000

/** A promise while auth has to be asked; it rejects if auth does not answer. */
export type Identify = (token: string | undefined) => Caller | undefined | Promise<Caller | undefined>

/** Verifies tokens with keys and rights that follow those of auth within seconds. */
export interface TokenVerifier extends AsyncDisposable {
  /** The caller of a valid token, with its present rights; undefined for any other token. */
  readonly identify: Identify
  /** When auth answered last, by `performance.now()`. */
  readonly confirmedAt: number
}

export interface TokenVerifierOptions {
  readonly call: Call
  readonly internalTokens: InternalTokens
  readonly log: Logger
  readonly health?: Health
  /** Reads the keys and rights where auth does not have to be called: in auth itself. */
  readonly readState?: (after: number) => Promise<Output<typeof auth.getTokenVerification>>
}

/** Resolves when the keys are known. While auth is unreachable later, the last known keys and rights are used. */
export async function createTokenVerifier({
  call,
  internalTokens,
  log,
  health,
  readState = (after) => call(auth.getTokenVerification, { after }),
}: TokenVerifierOptions): Promise<TokenVerifier> {
  let cursor = 0
  let confirmedAt = NOT_HEARD
  let kids = ''
  let keys: ReadonlyMap<string, KeyObject> = new Map()
  const rights = new Map<string, RightsChange>()
  const remembered = new Map<string, ClientClaims>()

  const readOnce = async () => {
    const state = await readState(cursor)
    const received = state.keys.map(({ kid }) => kid).join()
    if (received !== kids) {
      kids = received
      keys = toVerificationKeys(state.keys)
      remembered.clear()
    }
    for (const change of state.changes) rights.set(change.clientId, change)
    cursor = state.cursor
    confirmedAt = performance.now()
  }
  let polling: Promise<void> | undefined
  let polledAt = 0
  const poll = () => {
    if (!polling) polledAt = performance.now()
    polling ??= readOnce().finally(() => {
      polling = undefined
    })
    return polling
  }

  const claimsOf = (token: string): ClientClaims | undefined => {
    const known = remembered.get(token)
    if (known) {
      if (known.exp * 1000 > presentMs()) return known
      remembered.delete(token)
      return undefined
    }
    const claims = verifyClientToken(token, keys)
    if (!claims) return undefined
    if (remembered.size >= MAX_REMEMBERED_TOKENS) remembered.clear()
    remembered.set(token, claims)
    return claims
  }

  const toCaller = (claims: ClientClaims): Caller | undefined => {
    const changed = rights.get(claims.sub)
    const { permissions, reports, warehouses, readOnly, active } =
      changed && changed.version > claims.version ? changed : { ...claims, active: true }
    if (!active) return undefined
    const caller = { kind: 'client', id: claims.sub, permissions, reports, warehouses, readOnly, active } as const
    return claims.person ? { ...caller, person: claims.person } : caller
  }

  /** Only a token of the last moments may have newer rights than auth has published; in an older one they are forged. */
  const confirm = async (claims: ClientClaims): Promise<Caller | undefined> => {
    // A poll that is under way may have begun before the token was issued.
    await polling
    if (claims.version > cursor) await poll()
    return claims.version > cursor ? undefined : toCaller(claims)
  }

  const identifyClient = (token: string) => {
    const claims = claimsOf(token)
    if (!claims) return undefined
    return claims.version > cursor ? confirm(claims) : toCaller(claims)
  }

  health?.require('token-verifier', () => {
    if (confirmedAt === NOT_HEARD) return 'Auth has not been heard yet.'
    const ageMs = performance.now() - confirmedAt
    return ageMs > OUTDATED_MS ? `Auth was last heard ${Math.round(ageMs / 1000)} s ago.` : undefined
  })

  while (confirmedAt === NOT_HEARD) {
    await poll().catch(async (error: unknown) => {
      log.info({ err: error }, 'Waiting for auth')
      await delay(200)
    })
  }

  let isUsed = false
  let isResting = false
  let waking: Promise<void> | undefined
  const pollAgain = async () => {
    const wasUsed = isUsed
    isUsed = false
    await poll()
    isResting = !wasUsed && !isUsed
    return isResting ? REST_INTERVAL_MS : POLL_INTERVAL_MS
  }
  const repeated = createRepeatingTask(pollAgain, {
    intervalMs: POLL_INTERVAL_MS,
    log,
    failure: 'The auth service cannot be reached; the keys and rights already known stay in force',
  })
  /** Ends the rest. The task logs a failed poll, after which what is known stays in force. */
  const wake = () => {
    isResting = false
    isUsed = true
    repeated.wake()
    if (performance.now() - polledAt < POLL_INTERVAL_MS) return
    const known = poll().catch(() => undefined)
    waking = Promise.race([known, delay(LONGEST_WAIT_MS, undefined, { ref: false })]).finally(() => {
      waking = undefined
    })
  }

  return {
    identify(token) {
      if (token === undefined) return undefined
      if (isResting || waking) {
        const internal = internalTokens.verify(token)
        if (internal) return internal
        if (isResting) wake()
        if (waking) return waking.then(() => identifyClient(token))
      }
      // Client tokens first: they are most of the tokens, and cached.
      const client = identifyClient(token)
      if (!client) return internalTokens.verify(token)
      isUsed = true
      return client
    },
    get confirmedAt() {
      return confirmedAt
    },
    [Symbol.asyncDispose]: () => repeated[Symbol.asyncDispose](),
  }
}
