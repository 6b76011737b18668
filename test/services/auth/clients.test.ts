import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSecrets } from '../../../services/auth/clients/secrets.ts'
import { auth } from '../../../shared/contract/auth.ts'
import type { Params } from '../../../shared/contract/core/operation.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { unique } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let call: Call
const group = 'pickers'

beforeAll(async () => {
  system = await startSystem({ services: ['auth'] })
  call = system.call
  await call(auth.createGroup, { name: group, permissions: [11, 15], reports: [3] })
})
afterAll(() => system[Symbol.asyncDispose]())

const aClient = (overrides: Partial<Params<typeof auth.createClient>> = {}) => ({
  clientId: unique('client').toLowerCase(),
  group,
  warehouses: [1, 2],
  ...overrides,
})
const issue = (client_id: string, client_secret: string) =>
  call(auth.issueToken, { grant_type: 'client_credentials', client_id, client_secret })

/** Everything that auth's database holds, as text. */
async function dumpDatabase(): Promise<string> {
  const connection = await mongoose.createConnection(serverUrl('MONGODB_URI')).asPromise()
  try {
    const { db } = connection.useDb(`${system.system}-auth`)
    const collections = (await db?.listCollections().toArray()) ?? []
    const documents = await Promise.all(collections.map(({ name }) => db?.collection(name).find().toArray()))
    return JSON.stringify(documents)
  } finally {
    await connection.close()
  }
}

describe('A client', () => {
  it('is created with a secret of 256 bits, and shown without it', async () => {
    const client = aClient()
    const credentials = await call(auth.createClient, client)
    expect(credentials).toEqual({ client_id: client.clientId, client_secret: expect.stringMatching(/^[\w-]{43}$/) })
    const shown = { ...client, permissions: [11, 15], readOnly: false, active: true }
    expect(await call(auth.getClient, { clientId: client.clientId })).toEqual(shown)
    expect((await call(auth.listClients, { pageSize: 250 })).value).toContainEqual(shown)
  })

  it('shares its secret with no other client', async () => {
    const secrets = new Set<string>()
    for (let made = 0; made < 3; made++) secrets.add((await call(auth.createClient, aClient())).client_secret)
    expect(secrets.size).toBe(3)
  })

  it('has all warehouses only when that is said out loud', async () => {
    const [all, none] = [aClient({ warehouses: 'all' }), aClient({ warehouses: [], readOnly: true })]
    await call(auth.createClient, all)
    await call(auth.createClient, none)
    expect(await call(auth.getClient, { clientId: all.clientId })).toMatchObject({ warehouses: 'all', readOnly: false })
    expect(await call(auth.getClient, { clientId: none.clientId })).toMatchObject({ warehouses: [], readOnly: true })
  })

  it('leaves no secret in the database, not even in the record of its making', async () => {
    const client = aClient()
    const { client_secret: first } = await call(auth.createClient, client)
    const { client_secret: second } = await call(auth.rotateClientSecret, { clientId: client.clientId })
    const made = await call(auth.registerClient, { clientId: `${client.clientId}-2`, permissions: [11] })
    const { clientSecret: replaced } = await call(auth.replaceClientSecret, { clientId: made.clientId })
    const dump = await dumpDatabase()
    expect(dump).toContain(made.clientId)
    for (const secret of [first, second, made.clientSecret, replaced]) expect(dump).not.toContain(secret)
  })

  it('is created once, with one secret, when the call is repeated', async () => {
    const client = aClient()
    for (const hasClientKey of [false, true]) {
      const context = { operationId: randomUUID(), hasClientKey, attempt: randomUUID() }
      const repeated = { ...client, clientId: unique('client').toLowerCase() }
      const first = await call(auth.createClient, repeated, context)
      expect(await call(auth.createClient, repeated, context)).toEqual(first)
      expect((await issue(first.client_id, first.client_secret)).token_type).toBe('bearer')
    }
  })

  it('has no secret any more that 1.1.0 gave it, when its call is repeated', () => {
    expect(() => createSecrets(Buffer.alloc(32)).fromSeed('a-seed-of-1.1.0')).toThrow('make a new one')
  })

  it('cannot be created twice under one id, nor by 8 at once', async () => {
    const client = aClient()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => call(auth.createClient, client)))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.toBody()] : []))
    expect(refused).toHaveLength(7)
    for (const body of refused) {
      const message = `Client ${client.clientId} exists already.`
      expect(body).toEqual({ statusCode: 409, error: 'conflict', message })
    }
  })

  it('must be in a group that exists', async () => {
    const { clientId } = await call(auth.createClient, aClient()).then(({ client_id }) => ({ clientId: client_id }))
    const details = { group: ['The field group must name an existing group.'] }
    const unknown = { group: 'nobody' }
    await expect(call(auth.createClient, aClient(unknown))).rejects.toMatchObject({ code: 'validation_error', details })
    await expect(call(auth.updateClient, { clientId, ...unknown })).rejects.toMatchObject({ details })
  })

  it('keeps what an update leaves out', async () => {
    const client = aClient({ readOnly: true })
    await call(auth.createClient, client)
    const { clientId } = client
    expect(await call(auth.updateClient, { clientId, warehouses: 'all' })).toEqual({
      ...client,
      permissions: [11, 15],
      warehouses: 'all',
      active: true,
    })
    expect(await call(auth.updateClient, { clientId, readOnly: false })).toMatchObject({ warehouses: 'all', group })
  })

  it('that does not exist is 404 to whatever is done with it', async () => {
    const missing = { clientId: 'nobody' }
    const operations = ['getClient', 'updateClient', 'disableClient', 'enableClient', 'rotateClientSecret'] as const
    for (const name of operations) {
      const refused = { code: 'not_found', message: 'There is no client nobody.' }
      await expect(call(auth[name], missing)).rejects.toMatchObject(refused)
    }
  })
})

describe('A secret', () => {
  it('is replaced by rotation: the old one gets no token any more, the new one does', async () => {
    const { client_id, client_secret: old } = await call(auth.createClient, aClient())
    const { client_secret: fresh } = await call(auth.rotateClientSecret, { clientId: client_id })
    expect(fresh).not.toBe(old)
    await expect(issue(client_id, old)).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await issue(client_id, fresh)).token_type).toBe('bearer')
  })

  it('is of no use while the client is disabled', async () => {
    const { client_id, client_secret } = await call(auth.createClient, aClient())
    expect(await call(auth.disableClient, { clientId: client_id })).toMatchObject({ active: false })
    await expect(issue(client_id, client_secret)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await call(auth.enableClient, { clientId: client_id })).toMatchObject({ active: true })
    expect((await issue(client_id, client_secret)).token_type).toBe('bearer')
  })
})

describe('A group', () => {
  it('is listed as it was made and changed', async () => {
    const name = unique('group')
    const made = { name, permissions: [11, 95], reports: [] }
    expect(await call(auth.createGroup, { name, permissions: [11, 95, 11] })).toEqual(made)
    expect(await call(auth.updateGroup, { name, reports: [7] })).toEqual({ ...made, reports: [7] })
    const changed = { name, permissions: [], reports: [7] }
    expect(await call(auth.updateGroup, { name, permissions: [] })).toEqual(changed)
    expect((await call(auth.listGroups, { pageSize: 250 })).value).toContainEqual(changed)
  })

  it('cannot be created twice, and not changed unless it is there', async () => {
    const twice = call(auth.createGroup, { name: group, permissions: [] })
    await expect(twice).rejects.toMatchObject({ code: 'conflict', message: `Group ${group} exists already.` })
    await expect(call(auth.updateGroup, { name: 'nobody', permissions: [] })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no group named nobody.',
    })
  })
})
