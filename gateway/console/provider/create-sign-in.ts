import type { Redis } from 'ioredis'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { createAttemptStore } from './attempt-store.ts'
import { createPersonSessions } from './person-sessions.ts'
import { createProvider } from './provider.ts'
import type { ProviderSettings } from './settings.ts'
import type { ProviderDeps } from './sign-in-routes.ts'

interface SignInDeps {
  readonly redis: Redis
  readonly system: string
  /** The gateway's own secret. */
  readonly secret: Buffer
  readonly sessions: SessionStore
  readonly call: Call
}

/** What signing in by an identity provider takes. */
export function createSignIn(
  settings: ProviderSettings,
  { redis, system, secret, sessions, call }: SignInDeps,
): ProviderDeps {
  const provider = createProvider(settings)
  const attempts = createAttemptStore(redis, system, secret)
  return { settings, provider, attempts, persons: createPersonSessions({ settings, provider, sessions, call }) }
}
