import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { auth, type RightsChange } from '../../../shared/contract/auth.ts'
import type { Person, Rights } from '../../../shared/contract/core/access.ts'
import { signClientToken } from '../../../shared/identity/client-token.ts'
import type { InternalTokens } from '../../../shared/identity/internal-token.ts'
import type { Broker } from '../../../shared/messaging/broker.ts'
import { serve } from '../../../shared/messaging/rpc/serve.ts'
import type { Logger } from '../../../shared/process/log.ts'

/** A key pair as auth stores it. */
export function createSigningKey(kid: string = randomUUID()) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, privateKey, publicKey, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

export type SigningKey = ReturnType<typeof createSigningKey>

/** Rights, and the verified person who uses them. */
type FakeRights = Rights & { readonly person?: Person | undefined }

/** Replaces the auth service in tests: answers what other services ask it, and signs tokens with any rights. */
export interface FakeAuth extends AsyncDisposable {
  /** The keys it answers with; the first one signs. */
  keys: SigningKey[]
  /** How many calls it has answered. */
  readonly asked: number
  signToken(clientId: string, rights?: Partial<FakeRights>, ttlSeconds?: number, version?: number): string
  /** Changes the rights of a client, which takes effect on its live tokens. */
  changeRights(clientId: string, rights: Partial<Rights>): void
}

const noRights: Rights = { permissions: [], reports: [], warehouses: [], readOnly: false, active: true }

export async function createFakeAuth(broker: Broker, internalTokens: InternalTokens, log: Logger): Promise<FakeAuth> {
  const keys = [createSigningKey()]
  const changes: RightsChange[] = []
  let asked = 0

  const serving = await serve(
    broker,
    { getTokenVerification: auth.getTokenVerification, findOutcome: auth.findOutcome },
    {
      // It does no writes.
      findOutcome: async () => null,
      async getTokenVerification({ after }) {
        asked++
        const published = fake.keys.map(({ kid, publicKeyPem }) => ({ kid, publicKeyPem }))
        // The tokens have version 1, and the first change 2.
        return { keys: published, cursor: changes.length + 1, changes: changes.slice(Math.max(0, after - 1)) }
      },
    },
    { log, identify: (token) => (token === undefined ? undefined : internalTokens.verify(token)) },
  )

  const fake: FakeAuth = {
    keys,
    get asked() {
      return asked
    },
    signToken(clientId, rights = {}, ttlSeconds = 3_600, version = 1) {
      const { permissions, reports, warehouses, readOnly, person } = { person: undefined, ...noRights, ...rights }
      const [key] = fake.keys
      if (!key) throw new Error('There is no key to sign with')
      const claims = {
        sub: clientId,
        version,
        permissions: [...permissions],
        reports: [...reports],
        warehouses: warehouses === 'all' ? warehouses : [...warehouses],
        readOnly,
        ...(person && { person }),
      }
      return signClientToken(claims, key, ttlSeconds)
    },
    changeRights(clientId, rights) {
      const { permissions, reports, warehouses, readOnly, active } = { ...noRights, ...rights }
      changes.push({
        clientId,
        version: changes.length + 2,
        permissions: [...permissions],
        reports: [...reports],
        warehouses: warehouses === 'all' ? warehouses : [...warehouses],
        readOnly,
        active,
      })
    },
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  }
  return fake
}
