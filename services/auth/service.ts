import { contract } from '../../shared/contract/index.ts'
import { createIdempotency, createIdempotentWrite } from '../../shared/database/idempotency/idempotency.ts'
import { createSeal } from '../../shared/identity/sealed.ts'
import { createTokenVerifier } from '../../shared/identity/token-verifier.ts'
import type { Logger } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { startService } from '../../shared/service.ts'
import { clientModel } from './clients/client.model.ts'
import { createClientManagement } from './clients/client-management.ts'
import { createClients } from './clients/clients.ts'
import { groupModel } from './clients/group.model.ts'
import { createGroups } from './clients/groups.ts'
import { createRights } from './clients/rights.ts'
import { rightsVersionModel } from './clients/rights-version.model.ts'
import { createSecrets } from './clients/secrets.ts'
import type { AuthConfig } from './config.ts'
import { createHandlers } from './handlers.ts'
import { sealedSigningKeys } from './migrations/1.2.0-sealed-signing-keys.ts'
import { reportsOfClients } from './migrations/1.3.0-reports-of-clients.ts'
import { signingKeyModel } from './signing-key.model.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

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
    const idempotency = createIdempotency(connection)
    const handlers = createHandlers({
      idempotency,
      write: createIdempotentWrite(connection, idempotency),
      clients,
      groups,
      management: createClientManagement(clientRecords, clients, groups),
      keys,
      readState,
      rights,
      secrets,
      tokens: createTokens(clients, keys, tokenTtlSeconds),
    })
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
