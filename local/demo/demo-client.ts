import { retryWhileUnavailable } from '../../ctl/connection/retry-while-unavailable.ts'
import { auth } from '../../shared/contract/auth.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { groups } from './data/registries.ts'

export const DEMO_CLIENT_ID = 'demo'

/** Creates the demo client and returns its secret; undefined if the client exists, since a secret is shown only once. */
export async function createDemoClient(call: Call): Promise<string | undefined> {
  const creation = { clientId: DEMO_CLIENT_ID, group: groups[0].name, warehouses: 'all' as const }
  const created = await retryWhileUnavailable(() =>
    call(auth.createClient, creation).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      return undefined
    }),
  )
  return created?.client_secret
}

/** Replaces the secret of the demo client and returns the new one. */
export async function replaceDemoSecret(call: Call): Promise<string> {
  const { client_secret } = await retryWhileUnavailable(() =>
    call(auth.rotateClientSecret, { clientId: DEMO_CLIENT_ID }),
  )
  return client_secret
}
