import type { auth } from '../../shared/contract/auth.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../shared/contract/core/operation.ts'
import { signClientToken } from '../../shared/identity/client-token.ts'
import type { Clients } from './clients.ts'
import { matchesDigest } from './secrets.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Issues bearer tokens by the client-credentials grant (docs/decisions.md#9). */
export function createTokens(clients: Clients, keys: SigningKeys, ttlSeconds: number) {
  return {
    async issue(input: Input<typeof auth.issueToken>): Promise<Output<typeof auth.issueToken>> {
      if (input.grant_type !== 'client_credentials') {
        throw new AppError('bad_request', 'The grant_type must be client_credentials.')
      }
      const client = await clients.find(input.client_id)
      // An unknown client, a wrong secret and a disabled client take the same time and get the same answer.
      const isSecretRight = matchesDigest(input.client_secret, client?.secretDigest)
      if (!client?.active || !isSecretRight) throw new AppError('unauthorized', 'Client authentication failed.')

      const { _id: sub, version, permissions, reports = [], warehouses, readOnly } = client
      const scope = warehouses === 'all' ? ('all' as const) : [...warehouses]
      const claims = { sub, version, permissions: [...permissions], reports: [...reports], warehouses: scope, readOnly }
      const token = signClientToken(claims, await keys.current(), ttlSeconds)
      return { access_token: token, token_type: 'bearer', expires_in: ttlSeconds }
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
