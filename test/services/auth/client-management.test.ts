import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { unique } from '../../support/records/factories.ts'
import { type ClientRights, startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

const MANAGE = 9016
const ALL_REPORTS = 9015

let system: TestSystem

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'] })
})
afterAll(() => system[Symbol.asyncDispose]())

const manager = (rights: ClientRights = {}) =>
  system.createClient({ permissions: [11, 15, MANAGE], reports: [3], warehouses: [1, 2], ...rights })
const newId = () => unique('made').toLowerCase()
const grant = (client_id: string, client_secret = '') =>
  system.call(auth.issueToken, { grant_type: 'client_credentials', client_id, client_secret })
const present = (clientId: string) => system.call(auth.getClient, { clientId })
const groupOf = async (wanted: string) =>
  (await system.call(auth.listGroups, { pageSize: 250 })).value.find(({ name }) => name === wanted)

describe('A client that manages clients', () => {
  test('makes one with permissions of its own, which works with the secret that is shown', async () => {
    const { api, clientId: by } = await manager()
    const clientId = newId()
    const input = { clientId, permissions: [11, 'locate-move-units'], reports: [3], warehouses: [2] }
    const { status, headers, body } = await api.auth.registerClient(input)
    const shown = { clientId, group: clientId, permissions: [11, 15], warehouses: [2], readOnly: false, active: true }
    expect([status, body]).toEqual([201, { ...shown, clientSecret: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(headers['cache-control']).toBe('no-store')
    expect(await present(clientId)).toEqual(shown)
    expect(await groupOf(clientId)).toEqual({ name: clientId, permissions: [11, 15], reports: [3] })
    expect((await grant(clientId, body.clientSecret)).token_type).toBe('bearer')
    expect(system.logLines).toContainEqual(expect.objectContaining({ msg: 'A client was made', managed: clientId, by }))
  })

  test('makes one in a group that exists, without a warehouse unless one is named', async () => {
    const { api } = await manager()
    const group = unique('group')
    await system.call(auth.createGroup, { name: group, permissions: [11] })
    const { body } = await api.auth.registerClient({ clientId: newId(), group })
    expect(body).toMatchObject({ group, permissions: [11], warehouses: [] })
  })

  test('changes its permissions, warehouses, reading and state, and keeps what it leaves out', async () => {
    const { api } = await manager()
    const group = unique('group')
    await system.call(auth.createGroup, { name: group, permissions: [11, 15], reports: [3] })
    const clientId = newId()
    await api.auth.registerClient({ clientId, group, warehouses: [1] })
    const made = { clientId, group, permissions: [11, 15], warehouses: [1], readOnly: false, active: true }
    const change = async (changes: object) => (await api.auth.changeClient({ clientId, ...changes })).body
    expect(await change({ warehouses: [1, 2] })).toEqual({ ...made, warehouses: [1, 2] })
    expect(await change({ active: false, readOnly: true })).toMatchObject({ active: false, readOnly: true })
    const own = { ...made, group: clientId, permissions: [11], warehouses: [1, 2] }
    expect(await change({ permissions: [11], active: true, readOnly: false })).toEqual(own)
    expect(await groupOf(clientId)).toEqual({ name: clientId, permissions: [11], reports: [3] })
    expect(await change({ reports: [] })).toEqual(own)
    expect(await groupOf(clientId)).toEqual({ name: clientId, permissions: [11], reports: [] })
    expect(await change({ group })).toMatchObject({ group, permissions: [11, 15] })
    expect(await groupOf(group)).toEqual({ name: group, permissions: [11, 15], reports: [3] })
  })

  test('replaces a secret: the old one gets no token any more', async () => {
    const { api } = await manager()
    const clientId = newId()
    const { clientSecret: old } = (await api.auth.registerClient({ clientId, permissions: [] })).body
    const { status, body } = await api.auth.replaceClientSecret({ clientId })
    expect([status, body]).toEqual([200, { clientId, clientSecret: expect.not.stringMatching(`^${old}$`) }])
    await expect(grant(clientId, old)).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await grant(clientId, body.clientSecret)).token_type).toBe('bearer')
  })

  test('may replace its own secret, and nothing else of itself', async () => {
    const { api, clientId } = await manager()
    const own = await api.auth.changeClient({ clientId, warehouses: [1] })
    expect([own.status, own.body.message]).toEqual([403, 'Nobody changes their own rights.'])
    const { clientSecret } = (await api.auth.replaceClientSecret({ clientId })).body
    expect((await grant(clientId, clientSecret)).token_type).toBe('bearer')
  })

  test('reads what is wrong with its request', async () => {
    const { api } = await manager()
    const { clientId } = await manager()
    const faults = async (input: object) =>
      Object.entries((await api.raw('POST', '/Client').send(input)).body.details ?? {}).flatMap(([, texts]) => texts)
    expect(await faults({})).toEqual(['The clientId field is required.', 'The permissions field is required.'])
    expect(await faults({ clientId: 'a b', permissions: [12] })).toEqual([
      'The field clientId must hold letters, digits and . _ ~ - only.',
      'The field permissions must hold SecurityIDs or names of permissions only.',
    ])
    expect(await faults({ clientId: newId(), group: 'x', permissions: [11], reports: [] })).toEqual([
      'The field permissions must not be given with group.',
      'The field reports must not be given with group.',
    ])
    expect(await faults({ clientId: '..', permissions: [] })).toEqual(['The field clientId must not be "..".'])
    expect(await faults({ clientId: newId(), group: 'nobody' })).toEqual([
      'The field group must name an existing group.',
    ])
    const taken = await api.auth.registerClient({ clientId, group: clientId })
    expect([taken.status, taken.body.message]).toEqual([409, `Client ${clientId} exists already.`])
    const missing = await api.auth.changeClient({ clientId: 'nobody', readOnly: true })
    expect([missing.status, missing.body.message]).toEqual([404, 'There is no client nobody.'])
    expect((await api.auth.replaceClientSecret({ clientId: 'nobody' })).status).toBe(404)
  })
})

describe('Nobody gives more than they have', () => {
  const beyond = (what: string) => `Nobody gives rights that they do not have: ${what}.`
  const expectNothingMade = async (clientId: string) => {
    await expect(present(clientId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await groupOf(clientId)).toBeUndefined()
  }

  test.each([
    ['a permission', { permissions: [11, 95] }, 'permission 95 (Positive Adjustment)'],
    ['a report', { permissions: [11], reports: [3, 15] }, 'report 15'],
    ['a warehouse', { permissions: [11], warehouses: [1, 3] }, 'warehouse 3'],
    ['all warehouses', { permissions: [11], warehouses: 'all' as const }, 'warehouse all'],
    ['all reports', { permissions: [ALL_REPORTS] }, `permission ${ALL_REPORTS} (All Reports)`],
  ])('by making a client with %s (S7)', async (_what, rights, named) => {
    const { api } = await manager()
    const clientId = newId()
    const { status, body } = await api.auth.registerClient({ clientId, ...rights })
    expect([status, body.message]).toEqual([403, beyond(named)])
    await expectNothingMade(clientId)
  })

  test('by making a client in a stronger group, or moving one into it (S7)', async () => {
    const { api } = await manager()
    const strong = unique('group')
    await system.call(auth.createGroup, { name: strong, permissions: [11, 88], reports: [7] })
    const [clientId, made] = [newId(), newId()]
    const message = beyond('permission 88 (Negative Adjustment), report 7')
    const refused = await api.auth.registerClient({ clientId, group: strong })
    expect([refused.status, refused.body.message]).toEqual([403, message])
    await expectNothingMade(clientId)
    await api.auth.registerClient({ clientId: made, permissions: [11] })
    const moved = await api.auth.changeClient({ clientId: made, group: strong })
    expect([moved.status, moved.body.message]).toEqual([403, message])
    expect(await present(made)).toMatchObject({ group: made, permissions: [11] })
  })

  test.each([
    ['permissions', { permissions: [88] }],
    ['reports', { reports: [15] }],
    ['warehouses', { warehouses: 'all' as const }],
  ])('by changing the %s of a client (S7)', async (_what, changes) => {
    const { api } = await manager()
    const clientId = newId()
    await api.auth.registerClient({ clientId, permissions: [11], warehouses: [1] })
    const { status, body } = await api.auth.changeClient({ clientId, ...changes })
    expect([status, body.message]).toEqual([403, expect.stringContaining('Nobody gives rights that they do not have')])
    expect(await present(clientId)).toMatchObject({ permissions: [11], warehouses: [1] })
    expect(await groupOf(clientId)).toMatchObject({ permissions: [11], reports: [] })
  })

  test.each([
    ['permission', { permissions: [11, 88] }],
    ['report', { permissions: [11], reports: [7] }],
    ['warehouse', { permissions: [11], warehouses: [3] }],
    ['scope', { permissions: [11], warehouses: 'all' as const }],
  ])('by changing, disabling or taking the secret of a client with a %s more (S7)', async (_what, rights) => {
    const { api } = await manager()
    const { clientId, clientSecret } = await system.createClient({ reports: [], warehouses: [1], ...rights })
    const before = await present(clientId)
    const weaker = { clientId, permissions: [11], reports: [], warehouses: [1] }
    const refusals = [
      await api.auth.changeClient(weaker),
      await api.auth.changeClient({ clientId, active: false }),
      await api.auth.replaceClientSecret({ clientId }),
    ]
    for (const { status, body } of refusals)
      expect([status, body.message]).toEqual([403, `Client ${clientId} may more than you.`])
    expect(await present(clientId)).toEqual(before)
    expect((await grant(clientId, clientSecret)).token_type).toBe('bearer')
  })

  test('with a token of rights that were taken away since (S7)', async () => {
    const { clientId, call } = await manager()
    await system.call(auth.updateGroup, { name: clientId, permissions: [11, MANAGE] })
    const made = { clientId: newId(), permissions: [15] }
    await expect(call(auth.registerClient, made)).rejects.toMatchObject({ code: 'forbidden' })
    await system.call(auth.updateClient, { clientId, readOnly: true })
    await expect(call(auth.registerClient, { ...made, permissions: [11] })).rejects.toMatchObject({ code: 'forbidden' })
    await expectNothingMade(made.clientId)
  })

  test('but a client that may run all reports may give each', async () => {
    const { api } = await manager({ permissions: [11, ALL_REPORTS, MANAGE], reports: [] })
    expect((await api.auth.registerClient({ clientId: newId(), permissions: [11], reports: [15] })).status).toBe(201)
  })
})

describe('A read-only client, or one without the permission,', () => {
  test.each([
    ['Account is read-only.', { readOnly: true }],
    ['Insufficient permissions.', { permissions: [11, 9014] }],
  ])('manages none: %s', async (message, rights) => {
    const { api } = await manager(rights)
    const { clientId } = await system.createClient({ permissions: [], warehouses: [] })
    const refusals = [
      await api.auth.registerClient({ clientId: newId(), permissions: [] }),
      await api.auth.changeClient({ clientId, active: false }),
      await api.auth.replaceClientSecret({ clientId }),
    ]
    for (const { status, body } of refusals) expect([status, body.message]).toEqual([403, message])
  })
})

describe('A secret', () => {
  const repeated = { headers: { 'Idempotency-Key': 'made-once' } }

  test('is not shown again to a repeat under the same key, which makes nothing again', async () => {
    const { api } = await manager()
    const clientId = newId()
    const input = { clientId, permissions: [11], warehouses: [1] }
    const { clientSecret, ...record } = (await api.auth.registerClient(input, repeated)).body
    const again = await api.auth.registerClient(input, repeated)
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', record])
    expect((await grant(clientId, clientSecret)).token_type).toBe('bearer')
    const rotated = { headers: { 'Idempotency-Key': 'replaced-once' } }
    const fresh = (await api.auth.replaceClientSecret({ clientId }, rotated)).body
    expect((await api.auth.replaceClientSecret({ clientId }, rotated)).body).toEqual({ clientId })
    expect((await grant(clientId, fresh.clientSecret)).token_type).toBe('bearer')
  })

  test('is shown when the response was lost on its way between the processes, which is one request', async () => {
    const { call }: Pick<TestClient, 'call'> = await manager()
    const clientId = newId()
    const context = { operationId: `lost-${clientId}`, hasClientKey: true, attempt: clientId }
    const first = await call(auth.registerClient, { clientId, permissions: [] }, context)
    expect(await call(auth.registerClient, { clientId, permissions: [] }, context)).toEqual(first)
  })
})
