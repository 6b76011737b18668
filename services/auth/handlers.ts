import { auth } from '../../shared/contract/auth.ts'
import type { Output } from '../../shared/contract/core/operation.ts'
import { withoutSeed } from '../../shared/contract/core/outcomes.ts'
import type { Idempotency, IdempotentWrite } from '../../shared/database/idempotency/idempotency.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { ClientManagement } from './clients/client-management.ts'
import type { Clients, SeededCredentials } from './clients/clients.ts'
import type { Groups } from './clients/groups.ts'
import type { RightsVersions } from './clients/rights.ts'
import type { Secrets } from './clients/secrets.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { Tokens } from './tokens.ts'

interface Deps {
  readonly idempotency: Pick<Idempotency, 'find'>
  readonly write: IdempotentWrite
  readonly clients: Clients
  readonly groups: Groups
  readonly management: ClientManagement
  readonly keys: SigningKeys
  readonly readState: (after: number) => Promise<Output<typeof auth.getTokenVerification>>
  readonly rights: RightsVersions
  readonly secrets: Secrets
  readonly tokens: Tokens
}

export function createHandlers({
  idempotency,
  write,
  clients,
  groups,
  management,
  keys,
  readState,
  rights,
  secrets,
  tokens,
}: Deps): Handlers<typeof auth> {
  const toCredentials = ({ clientId, seed }: SeededCredentials): Output<typeof auth.createClient> => ({
    client_id: clientId,
    client_secret: secrets.fromSeed(seed),
  })

  /** A secret is shown once: a repeat that another request sends under the same key is answered without it. */
  const shownOnce = <A extends object>(
    { seed, ...answer }: A & { readonly seed: string },
    { answer: of }: CallContext,
  ) => (of.replayed ? answer : { ...answer, clientSecret: secrets.fromSeed(seed) })

  /** The log names the client or person that grants or revokes rights. A repeat does neither. */
  const logChange = <A extends { readonly clientId: string }>(changed: A, what: string, context: CallContext): A => {
    const { caller, actor, answer, log } = context
    if (!answer.replayed)
      log.info({ managed: changed.clientId, by: caller?.kind === 'client' ? caller.id : caller?.kind, actor }, what)
    return changed
  }

  return {
    issueToken: (input) => tokens.issue(input),
    issuePersonToken: (input, { caller }) => tokens.issueForPerson(input, caller),
    getTokenVerification: ({ after }) => readState(after),
    findOutcome: async ({ owner, operationId }) => withoutSeed(await idempotency.find(owner, operationId)),
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

    async registerClient(input, context) {
      const made = await write(auth.registerClient, input, context, ({ session }) =>
        management.register(input, context.caller, session),
      )
      return shownOnce(logChange(made, 'A client was made', context), context)
    },
    async changeClient(input, context) {
      const changed = await write(auth.changeClient, input, context, ({ session }) =>
        management.change(input, context.caller, session),
      )
      return logChange(changed, 'A client was changed', context)
    },
    async replaceClientSecret({ clientId }, context) {
      const replaced = await write(auth.replaceClientSecret, { clientId }, context, ({ session }) =>
        management.replaceSecret(clientId, context.caller, session),
      )
      return shownOnce(logChange(replaced, 'The secret of a client was replaced', context), context)
    },

    async rotateSigningKey(input, context) {
      const rotated = await write(auth.rotateSigningKey, input, context, ({ session }) => keys.rotate(session))
      keys.forget()
      return rotated
    },
  }
}
