import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceNames } from '../../../local/services.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import type { AppError } from '../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../shared/contract/core/operation.ts'
import { operations } from '../../../shared/contract/index.ts'
import { toRequest, withField } from '../../support/system/api.ts'
import { type ClientRights, startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

/** Every operation, with every right that it needs missing once, at the gateway and behind it. */
const guarded = operations.filter(({ access }) => access !== 'public')
const routed = guarded.filter(({ route }) => route !== undefined)
const inScope = 1
const outsideScope = 4_711

let system: TestSystem
const clients = new Map<string, TestClient>()

beforeAll(async () => {
  system = await startSystem({ services: serviceNames })
})
afterAll(() => system[Symbol.asyncDispose]())

/** One client for each kind of rights, since the making of one takes as long as a test. */
async function clientWith(rights: ClientRights): Promise<TestClient> {
  const key = JSON.stringify(rights)
  const client = clients.get(key) ?? (await system.createClient({ warehouses: [inScope], ...rights }))
  clients.set(key, client)
  return client
}

const allBut = ({ access, alternateAccess }: Operation) =>
  Object.values(permissions).filter((permission) => permission !== access && permission !== alternateAccess)
const forbidden = (message: string) => ({ statusCode: 403, error: 'forbidden', message })
const exampleOf = ({ example = {}, warehouses = [], route }: Operation): Record<string, unknown> =>
  warehouses.reduce<Record<string, unknown>>((input, field) => withField(input, field, inScope), {
    ...Object.fromEntries([...String(route).matchAll(/:(\w+)/g)].map(([, field]) => [field, '1'])),
    ...example,
  })

async function overHttp(client: TestClient, operation: Operation, input = exampleOf(operation)) {
  const { method, path, rest } = toRequest(operation, input)
  const request = client.api.raw(method, path)
  const { status, body } = await (method === 'POST' || method === 'PUT' ? request.send(rest) : request.query(rest))
  return { status, body }
}

/** Straight to the service, as an attacker with access to RabbitMQ could. */
async function overRpc(client: TestClient, operation: Operation, input = exampleOf(operation), token = client.token) {
  try {
    await client.call(operation, input, { token })
    return { status: 200, body: undefined }
  } catch (error) {
    // call() rejects with an AppError or with a bug, which fails the assertion on its body.
    const refusal = error as AppError
    return { status: refusal.status, body: refusal.toBody() }
  }
}

const doors = [
  ['gateway', routed, overHttp],
  ['service', guarded, overRpc],
] as const

describe.each(doors)('The %s', (_door, reachable, send) => {
  it.each(
    reachable.filter(({ access }) => access !== 'client').map((operation) => [operation.name, operation] as const),
  )('refuses %s to a client with every permission but the one it needs (S2)', async (_name, operation) => {
    const client = await clientWith({ permissions: allBut(operation) })
    expect(await send(client, operation)).toEqual({ status: 403, body: forbidden('Insufficient permissions.') })
  })

  it.each(
    reachable.filter(({ effect }) => effect === 'write').map((operation) => [operation.name, operation] as const),
  )('refuses %s, a write, to a read-only account with every permission (S2)', async (_name, operation) => {
    const client = await clientWith({ readOnly: true })
    expect(await send(client, operation)).toEqual({ status: 403, body: forbidden('Account is read-only.') })
  })

  it.each(
    reachable.flatMap((operation) =>
      typeof operation.access === 'number' || operation.report !== undefined
        ? (operation.warehouses ?? []).map((field) => [operation.name, field, operation] as const)
        : [],
    ),
  )(
    'refuses %s when %s is outside the scope, also of a client without any warehouse (S2)',
    async (_name, field, operation) => {
      const body = forbidden("Warehouse is outside the client's authorized scope.")
      const foreign = withField(exampleOf(operation), field, outsideScope)
      expect(await send(await clientWith({}), operation, foreign)).toEqual({ status: 403, body })
      expect(await send(await clientWith({ warehouses: [] }), operation)).toEqual({ status: 403, body })
    },
  )

  it.each(
    reachable.flatMap(({ report, ...operation }) =>
      report === undefined ? [] : [[operation.name, report, { report, ...operation }] as const],
    ),
  )(
    'refuses %s to a client whose group does not name the report %i, and to no other (S2)',
    async (_, report, operation) => {
      const own = Object.values(permissions).filter((permission) => permission !== permissions.allReports)
      const without = await clientWith({ permissions: own, reports: [report + 1] })
      expect(await send(without, operation)).toEqual({ status: 403, body: forbidden('Report access denied.') })
      for (const rights of [{ permissions: [], reports: [report] }, { permissions: [permissions.allReports] }])
        expect((await send(await clientWith(rights), operation)).status).toBe(200)
    },
  )

  it.each(
    reachable.flatMap((operation) =>
      [operation.access, operation.alternateAccess].flatMap((permission) =>
        typeof permission === 'number' ? [[operation.name, permission, operation] as const] : [],
      ),
    ),
  )('lets %s pass to a client with permission %i and no other', async (_name, permission, operation) => {
    const client = await clientWith({ permissions: [permission] })
    // Nobody gives a permission that they do not have.
    const given = operation.name === auth.registerClient.name ? { permissions: [permission] } : {}
    const { status } = await send(client, operation, { ...exampleOf(operation), ...given })
    expect([401, 403, 500, 501, 503, 504]).not.toContain(status)
  })
})

describe('A service', () => {
  it.each(guarded.map((operation) => [operation.name, operation] as const))(
    'refuses %s to a message without a token, and to one with a token that proves nothing (S2)',
    async (_name, operation) => {
      const client = await clientWith({})
      for (const token of ['', 'nonsense', `${client.token}x`]) {
        expect((await overRpc(client, operation, {}, token)).body).toMatchObject({ error: 'unauthorized' })
      }
    },
  )
})
