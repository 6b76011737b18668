import type { ClientSession } from 'mongoose'
import { auth } from '../../shared/contract/auth.ts'
import type { Operation, Output } from '../../shared/contract/core/operation.ts'
import { withoutSeed } from '../../shared/contract/core/outcomes.ts'
import { contract } from '../../shared/contract/index.ts'
import { createIdempotency } from '../../shared/database/idempotency/idempotency.ts'
import { createIdempotentWrite } from '../../shared/database/idempotency/idempotent-write.ts'
import type { UnitOfWork } from '../../shared/database/unit-of-work.ts'
import { createSeal } from '../../shared/identity/sealed.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import type { Logger } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { runProcess } from '../../shared/process/run.ts'
import { startService } from '../../shared/service.ts'
import { clientModel } from './clients/client.model.ts'
import { createClientManagement } from './clients/client-management.ts'
import { createClients, type SeededCredentials } from './clients/clients.ts'
import { createGroups, groupModel } from './clients/groups.ts'
import { createRights, rightsVersionModel } from './clients/rights.ts'
import { createSecrets } from './clients/secrets.ts'
import { type AuthConfig, readAuthConfig } from './config.ts'
import { sealedSigningKeys } from './migrations/1.2.0-sealed-signing-keys.ts'
import { reportsOfClients } from './migrations/1.3.0-reports-of-clients.ts'
import { createSigningKeys, signingKeyModel } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

export function run(): Promise<void> {
  const config = readAuthConfig(process.env, process.argv)
  return runProcess('auth', config, (log, monitor) => createAuth(config, log, monitor))
}

/** What the seal of the keys that sign tokens is for. */
const SIGNING_KEYS = 'signing keys'

/** Starts the auth service: clients, groups, tokens and signing keys. */
export function createAuth(config: AuthConfig, log: Logger, monitor = createMonitor('auth')): Promise<AsyncDisposable> {
  return startService('auth', contract.auth, { config, log, monitor }, ({ connection, call, internalTokens, own }) => {
    const { storageSecret, earlierSecret, tokenTtlSeconds } = config
    const secrets = createSecrets(storageSecret)
    const seal = createSeal(storageSecret, SIGNING_KEYS)
    const sealOfEarlier = earlierSecret && createSeal(earlierSecret, SIGNING_KEYS)
    const clientRecords = clientModel(connection)
    const groupRecords = groupModel(connection)
    const rights = createRights(rightsVersionModel(connection), clientRecords)
    const keyRecords = signingKeyModel(connection)
    const keys = createSigningKeys(keyRecords, seal, tokenTtlSeconds)
    const clients = createClients(clientRecords, groupRecords, rights, secrets)
    const groups = createGroups(groupRecords, clientRecords, rights)
    const readState = async (after: number) => ({
      ...(await rights.changesAfter(after)),
      keys: await keys.listPublic(),
    })
    const management = createClientManagement(clientRecords, clients, groups)
    const tokens = createTokens(clients, keys, tokenTtlSeconds)
    const idempotency = createIdempotency(connection)
    const write = createIdempotentWrite(connection, idempotency)
    const written =
      <I, T>(operation: Operation, change: (input: I, session: ClientSession) => Promise<T>) =>
      (input: I, context: CallContext) =>
        write(operation, input, context, ({ session }) => change(input, session))

    const toCredentials = ({ clientId, seed }: SeededCredentials): Output<typeof auth.createClient> => ({
      client_id: clientId,
      client_secret: secrets.fromSeed(seed),
    })
    /** A secret is shown once: a repeat that another request sends under the same key is answered without it. */
    const shownOnce = <A extends object>({ seed, ...shown }: A & { readonly seed: string }, { reply }: CallContext) =>
      reply.replayed ? shown : { ...shown, clientSecret: secrets.fromSeed(seed) }

    const handlers: Handlers<typeof auth> = {
      issueToken: tokens.issue,
      issuePersonToken: (input, { caller }) => tokens.issueForPerson(input, caller),
      getTokenVerification: ({ after }) => readState(after),
      findOutcome: async ({ owner, operationId }, context) =>
        withoutSeed(await idempotency.find(owner, operationId, context)),
      getRights: async ({ clientIds }) => ({ rights: await rights.of(clientIds) }),

      createGroup: written(auth.createGroup, groups.create),
      updateGroup: written(auth.updateGroup, groups.update),
      listGroups: groups.list,

      async createClient(input, context) {
        return toCredentials(await written(auth.createClient, clients.create)(input, context))
      },
      async rotateClientSecret(input, context) {
        const { clientId } = input
        const rotate = ({ session }: UnitOfWork) => clients.rotateSecret(clientId, session)
        return toCredentials(await write(auth.rotateClientSecret, input, context, rotate))
      },
      updateClient: written(auth.updateClient, clients.update),
      disableClient: written(auth.disableClient, ({ clientId }, session) =>
        clients.setActive(clientId, false, session),
      ),
      enableClient: written(auth.enableClient, ({ clientId }, session) => clients.setActive(clientId, true, session)),
      listClients: clients.list,
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
    return {
      handlers,
      identify: async () => own(await createTokenVerifier({ call, internalTokens, log, readState })).identify,
      migrations: [
        sealedSigningKeys(keyRecords, seal, sealOfEarlier),
        reportsOfClients({ connection, clients: clientRecords, groups: groupRecords, rights }),
      ],
      async prepare() {
        await rights.prepare()
        await keys.prepare()
      },
    }
  })
}

/** The log names the client or person that grants or revokes rights. A repeat does neither. */
function logChange<A extends { readonly clientId: string }>(changed: A, what: string, context: CallContext): A {
  const { caller, actor, reply, log } = context
  if (!reply.replayed)
    log.info({ managed: changed.clientId, by: caller?.kind === 'client' ? caller.id : caller?.kind, actor }, what)
  return changed
}
