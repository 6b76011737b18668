import { auth } from '../../shared/contract/auth.ts'
import type { Output } from '../../shared/contract/core/operation.ts'
import type { IdempotentWrite } from '../../shared/database/idempotency/idempotent-write.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { Clients, SeededCredentials } from './clients.ts'
import type { Groups } from './groups.ts'
import type { RightsVersions } from './rights.ts'
import type { Secrets } from './secrets.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { Tokens } from './tokens.ts'

interface Parts {
  readonly write: IdempotentWrite
  readonly clients: Clients
  readonly groups: Groups
  readonly keys: SigningKeys
  readonly readState: (after: number) => Promise<Output<typeof auth.getTokenVerification>>
  readonly rights: RightsVersions
  readonly secrets: Secrets
  readonly tokens: Tokens
}

export function createHandlers({
  write,
  clients,
  groups,
  keys,
  readState,
  rights,
  secrets,
  tokens,
}: Parts): Handlers<typeof auth> {
  const toCredentials = ({ clientId, seed }: SeededCredentials): Output<typeof auth.createClient> => ({
    client_id: clientId,
    client_secret: secrets.fromSeed(seed),
  })

  return {
    issueToken: (input) => tokens.issue(input),
    issuePersonToken: (input, { caller }) => tokens.issueForPerson(input, caller),
    getTokenVerification: ({ after }) => readState(after),
    getRights: async ({ clientIds }) => ({ rights: await rights.of(clientIds) }),

    createGroup: (input, context) =>
      write(auth.createGroup, input, context, ({ session }) => groups.create(input, session)),
    updateGroup: (input, context) =>
      write(auth.updateGroup, input, context, ({ session }) => groups.update(input, session)),
    listGroups: (query) => groups.list(query),

    createClient: async (input, context) =>
      toCredentials(await write(auth.createClient, input, context, ({ session }) => clients.create(input, session))),
    rotateClientSecret: async (input, context) =>
      toCredentials(
        await write(auth.rotateClientSecret, input, context, ({ session }) =>
          clients.rotateSecret(input.clientId, session),
        ),
      ),
    updateClient: (input, context) =>
      write(auth.updateClient, input, context, ({ session }) => clients.update(input, session)),
    disableClient: (input, context) =>
      write(auth.disableClient, input, context, ({ session }) => clients.setActive(input.clientId, false, session)),
    enableClient: (input, context) =>
      write(auth.enableClient, input, context, ({ session }) => clients.setActive(input.clientId, true, session)),
    listClients: (query) => clients.list(query),
    getClient: ({ clientId }) => clients.get(clientId),

    async rotateSigningKey(input, context) {
      const rotated = await write(auth.rotateSigningKey, input, context, ({ session }) => keys.rotate(session))
      keys.forget()
      return rotated
    },
  }
}
