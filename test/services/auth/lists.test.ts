import { expect, test } from 'vitest'
import { keep } from '../../support/keep.ts'
import { startSystem } from '../../support/system/system.ts'

test('A client with the permission 9014 reads all clients and groups page by page, and no secret', async () => {
  const system = keep(await startSystem({ services: ['auth', 'gateway'] }))
  const reader = await system.createClient({ permissions: [9014] })
  const other = await system.createClient({ permissions: [11, 15], warehouses: [2], readOnly: true })
  const first = await reader.api.auth.listClients({ pageSize: 1, sort: 'clientId', direction: 'DESC' })
  expect(first.body).toMatchObject({ totalCount: 2, pageCount: 2, hasMore: true })
  const second = await reader.api.auth.listClients({ pageSize: 1, page: 2, sort: 'clientId', direction: 'DESC' })
  const clients = [...first.body.value, ...second.body.value]
  expect(clients.map(({ clientId }) => clientId)).toEqual([reader.clientId, other.clientId].toSorted().reverse())
  const shown = clients.find(({ clientId }) => clientId === other.clientId)
  expect(shown).toEqual({
    clientId: other.clientId,
    group: expect.any(String),
    permissions: [11, 15],
    warehouses: [2],
    readOnly: true,
    active: true,
  })
  const readOnlyBy = async (direction: 'ASC' | 'DESC') =>
    (await reader.api.auth.listClients({ sort: 'readOnly', direction })).body.value.map(({ readOnly }) => readOnly)
  expect([await readOnlyBy('ASC'), await readOnlyBy('DESC')]).toEqual([
    [false, true],
    [true, false],
  ])
  const groups = (await reader.api.auth.listGroups({})).body
  expect(groups.totalCount).toBe(2)
  expect(groups.value).toContainEqual({ name: shown?.group, permissions: [11, 15], reports: [] })

  for (const { status, body } of [await other.api.auth.listClients({}), await other.api.auth.listGroups({})])
    expect([status, body]).toMatchObject([403, { message: 'Insufficient permissions.' }])
})
