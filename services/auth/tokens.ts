import type { auth } from '../../shared/contract/auth.ts'
import type { Caller, Person } from '../../shared/contract/core/access.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../shared/contract/core/operation.ts'
import { signClientToken } from '../../shared/identity/client-token.ts'
import type { ClientRecord } from './clients/client.model.ts'
import type { Clients } from './clients/clients.ts'
import { matchesDigest } from './clients/secrets.ts'
import type { SigningKeys } from './signing-keys.ts'

type Token = Output<typeof auth.issueToken>

/** Longest life of a person's token, and so the longest time that a person disabled at the provider may continue. */
const PERSON_TTL_SECONDS = 900

/** Issues bearer tokens by the client-credentials grant (docs/decisions/access.md#9), and for verified persons. */
export function createTokens(clients: Clients, keys: SigningKeys, ttlSeconds: number) {
  const sign = async (client: ClientRecord, seconds: number, person?: Person): Promise<Token> => {
    const { _id: sub, version, permissions, reports, warehouses, readOnly } = client
    const scope = warehouses === 'all' ? ('all' as const) : [...warehouses]
    const claims = { sub, version, permissions: [...permissions], reports: [...reports], warehouses: scope, readOnly }
    const token = signClientToken(person ? { ...claims, person } : claims, await keys.current(), seconds)
    return { access_token: token, token_type: 'bearer', expires_in: seconds }
  }

  return {
    async issue(input: Input<typeof auth.issueToken>): Promise<Token> {
      if (input.grant_type !== 'client_credentials') {
        throw new AppError('bad_request', 'The grant_type must be client_credentials.')
      }
      const client = await clients.find(input.client_id)
      // An unknown client, a wrong secret and a disabled client take the same time and get the same response.
      const isSecretRight = matchesDigest(input.client_secret, client?.secretDigest)
      if (!client?.active || !isSecretRight) throw new AppError('unauthorized', 'Client authentication failed.')
      return sign(client, ttlSeconds)
    },

    /**
     * A token of a client for a person whom the provider of the gateway has verified. 403 for any other process, which
     * could name anybody; 404 for a client that does not exist or is disabled.
     */
    async issueForPerson(
      { clientId, person }: Input<typeof auth.issuePersonToken>,
      caller: Caller | undefined,
    ): Promise<Token> {
      if (caller?.kind !== 'service' || caller.id !== 'gateway')
        throw new AppError('forbidden', 'Only the gateway signs persons in.')
      const client = await clients.find(clientId)
      if (!client?.active) throw new AppError('not_found', `There is no client ${clientId}, or it is disabled.`)
      return sign(client, Math.min(ttlSeconds, PERSON_TTL_SECONDS), person)
    },
  }
}
