import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { unique } from '../../support/records/factories.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let manager: TestClient
beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'] })
  manager = await system.createClient({ permissions: [11, 15, 9016], reports: [3], warehouses: [1, 2] })
})
afterAll(() => system[Symbol.asyncDispose]())

const newId = () => unique('made').toLowerCase()
const groupOf = async (wanted: string) =>
  (await system.call(auth.listGroups, { pageSize: 250 })).value.find(({ name }) => name === wanted)

describe('A client with permissions of its own', () => {
  test('gets permissions of its own again after it has left its group for another one', async () => {
    const { api } = manager
    const [clientId, guest, group] = [newId(), newId(), unique('group')]
    await system.call(auth.createGroup, { name: group, permissions: [11, 15], reports: [3] })
    await api.auth.registerClient({ clientId, permissions: [11] })
    await api.auth.changeClient({ clientId, group })
    const { status, body } = await api.auth.changeClient({ clientId, permissions: [15] })
    expect([status, body]).toMatchObject([200, { group: clientId, permissions: [15] }])
    expect(await groupOf(clientId)).toEqual({ name: clientId, permissions: [15], reports: [3] })
    await api.auth.changeClient({ clientId, group })
    const beyond = await api.auth.changeClient({ clientId, permissions: [88] })
    expect([beyond.status, await groupOf(clientId)]).toMatchObject([403, { permissions: [15] }])
    await api.auth.registerClient({ clientId: guest, group: clientId })
    const taken = await api.auth.changeClient({ clientId, permissions: [11] })
    expect([taken.status, taken.body.message]).toEqual([409, `Group ${clientId} has other clients too.`])
  })

  test('does not change the group of several clients by changing one of them', async () => {
    const { api } = manager
    const [shared, other] = [newId(), newId()]
    await api.auth.registerClient({ clientId: shared, permissions: [11] })
    await api.auth.registerClient({ clientId: other, group: shared })
    const { status, body } = await api.auth.changeClient({ clientId: shared, permissions: [15] })
    expect([status, body.message]).toEqual([409, `Group ${shared} has other clients too.`])
    expect((await api.auth.changeClient({ clientId: other, permissions: [15] })).body).toMatchObject({ group: other })
    expect(await system.call(auth.getClient, { clientId: shared })).toMatchObject({ permissions: [11] })
  })
})
