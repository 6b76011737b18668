import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Rights } from '../../shared/contract/access.ts'
import { auth, type RightsChange } from '../../shared/contract/auth.ts'
import type { Broker } from '../../shared/messaging/broker.ts'
import { serve } from '../../shared/messaging/serve.ts'
import { signClientToken } from '../../shared/runtime/client-token.ts'
import type { InsiderTokens } from '../../shared/runtime/insider-token.ts'
import type { Logger } from '../../shared/runtime/log.ts'

/** A key pair as auth keeps it. */
export function createSigningKey(kid: string = randomUUID()) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, privateKey, publicKey, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

export type SigningKey = ReturnType<typeof createSigningKey>

/** Stands in for auth where only trust is asked for: `auth.getTrust`, and tokens with any rights. */
export interface FakeAuth extends AsyncDisposable {
  /** The keys it hands out; the first one signs. */
  keys: SigningKey[]
  /** How often it was asked. */
  readonly asked: number
  signToken(clientId: string, rights?: Partial<Rights>, ttlSeconds?: number): string
  /** Changes what the client may do, as a live token's holder will notice. */
  changeRights(clientId: string, rights: Partial<Rights>): void
}

const noRights: Rights = { permissions: [], warehouses: [], readOnly: false, active: true }

export async function createFakeAuth(broker: Broker, insiders: InsiderTokens, log: Logger): Promise<FakeAuth> {
  const keys = [createSigningKey()]
  const changes: RightsChange[] = []
  let asked = 0

  const serving = await serve(
    broker,
    { getTrust: auth.getTrust },
    {
      async getTrust({ after }) {
        asked++
        const published = fake.keys.map(({ kid, publicKeyPem }) => ({ kid, publicKeyPem }))
        return { keys: published, cursor: changes.length, changes: changes.slice(after) }
      },
    },
    { log, identify: (token) => (token === undefined ? undefined : insiders.verify(token)) },
  )

  const fake: FakeAuth = {
    keys,
    get asked() {
      return asked
    },
    signToken(clientId, rights = {}, ttlSeconds = 3_600) {
      const { permissions, warehouses, readOnly } = { ...noRights, ...rights }
      const [key] = fake.keys
      if (!key) throw new Error('There is no key to sign with')
      const claims = {
        sub: clientId,
        version: 1,
        permissions: [...permissions],
        warehouses: warehouses === 'all' ? warehouses : [...warehouses],
        readOnly,
      }
      return signClientToken(claims, key, ttlSeconds)
    },
    changeRights(clientId, rights) {
      const { permissions, warehouses, readOnly, active } = { ...noRights, ...rights }
      changes.push({
        clientId,
        version: changes.length + 2,
        permissions: [...permissions],
        warehouses: warehouses === 'all' ? warehouses : [...warehouses],
        readOnly,
        active,
      })
    },
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  }
  return fake
}
