import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../shared/contract/index.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'
import { type CtlWorld, createCtlWorld, runWith } from './ctl-world.ts'

let system: TestSystem
let world: CtlWorld
beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'catalog', 'inventory'] })
  world = createCtlWorld(system)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await system?.[Symbol.asyncDispose]()
})

it('every operation that names a command has it, with a flag for each field', async () => {
  const withCommand = operations.flatMap(({ command, ...rest }) => (command ? [{ command, ...rest }] : []))
  expect(withCommand.length).toBeGreaterThan(20)
  for (const { command, input, paged } of withCommand) {
    const { exitCode, stdout } = await runWith({}, [...command.split(' '), '--help'])
    expect({ command, exitCode }).toEqual({ command, exitCode: 0 })
    const fields = Object.keys(input.shape).filter((field) => !(paged && ['page', 'pageSize', 'after'].includes(field)))
    const flags = fields.map((field) => `--${field.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()} `)
    for (const flag of flags) expect(stdout, command).toContain(flag)
  }
})

describe('registries', () => {
  it('are written and listed', async () => {
    const warehouses = [1, 2, 3].map((wID) => ({ wID, name: `Hall ${wID}`, timeZone: 'UTC' }))
    for (const warehouse of warehouses) {
      const flags = ['--wid', `${warehouse.wID}`, '--name', warehouse.name]
      expect(await world.json('warehouse', 'create', ...flags)).toEqual(warehouse)
    }
    expect(await world.json('warehouse', 'list')).toEqual(warehouses)
    const reason = { code: 10, name: 'Purchase', direction: 'in' }
    expect(await world.json('reason', 'create', '--code=10', '--direction=in', '--name=Purchase')).toEqual(reason)
    expect(await world.json('reason', 'list')).toEqual([reason])
    const customer = { id: 7, shortID: 'AB', name: 'A B', active: true }
    expect(await world.json('customer', 'create', '--id=7', '--short-id=AB', '--name', 'A B')).toMatchObject(customer)
    expect(await world.json('customer', 'list')).toMatchObject([customer])
    expect(await world.json('job', 'create', '--id', '3', '--name', 'J')).toEqual({ id: 3, name: 'J' })
    expect(await world.json('job', 'list')).toEqual([{ id: 3, name: 'J' }])
  })

  it('are corrected, and lists show the new name at once', async () => {
    const update = (noun: string, ...flags: string[]) => world.json(noun, 'update', ...flags)
    const north = { wID: 2, name: 'North', timeZone: 'UTC' }
    expect(await update('warehouse', '--wid', '2', '--name', 'North')).toEqual(north)
    expect(await world.json('warehouse', 'list')).toContainEqual(north)
    const reason = { code: 10, name: 'Delivery', direction: 'in' }
    expect(await update('reason', '--code', '10', '--name', 'Delivery')).toEqual(reason)
    expect(await update('customer', '--short-id=AB', '--name', 'B C')).toMatchObject({ id: 7, name: 'B C' })
    expect(await update('job', '--id', '3', '--name', 'K')).toEqual({ id: 3, name: 'K' })
    expect(await world.json('job', 'list')).toEqual([{ id: 3, name: 'K' }])
    expect(await world.run('job', 'update', '--id', '4711', '--name', 'K')).toMatchObject({
      exitCode: 1,
      stderr: 'Number 4711 is not registered.\n',
    })
  })

  it('are listed in full, however many pages that takes, in the order asked for', async () => {
    const { call } = system
    const { createJob } = (await import('../../shared/contract/inventory/inventory.ts')).inventory
    for (let id = 1_000; id < 1_255; id++) await call(createJob, { id, name: `Job ${id}` })
    const listed = await world.json('job', 'list', '--sort', 'id', '--direction', 'desc')
    expect(listed).toHaveLength(256)
    expect(listed).toMatchObject({ 0: { id: 1_254 }, 255: { id: 3 } })
  })
})

describe('groups and clients', () => {
  it('are created, listed, shown, changed, disabled, enabled and given a new secret', async () => {
    const group = { name: 'g1', permissions: [11, 15], reports: [] }
    expect(await world.json('group', 'create', '--name', 'g1', '--permissions', '11,15')).toEqual(group)
    expect(await world.json('group', 'list')).toContainEqual(group)

    const created = await world.json('client', 'create', '--client-id', 'c1', '--group', 'g1', '--warehouses', '1,2')
    expect(created).toEqual({ client_id: 'c1', client_secret: expect.stringMatching(/^.{32,}$/) })
    const rights = { permissions: [11, 15], warehouses: [1, 2], readOnly: false, active: true }
    const client = { clientId: 'c1', group: 'g1', ...rights }
    expect(await world.json('client', 'show', '--client-id', 'c1')).toEqual(client)
    expect(await world.json('client', 'list')).toEqual([client])

    const update = (...flags: string[]) => world.json('client', 'update', '--client-id', 'c1', ...flags)
    expect(await update('--warehouses', 'all', '--read-only')).toMatchObject({ warehouses: 'all', readOnly: true })
    expect(await update('--no-read-only')).toMatchObject({ warehouses: 'all', readOnly: false })
    expect(await update('--warehouses', 'none')).toMatchObject({ warehouses: [] })
    expect(await update('--warehouses', '3')).toMatchObject({ warehouses: [3] })
    expect(await world.json('client', 'disable', '--client-id', 'c1')).toMatchObject({ active: false })
    expect(await world.json('client', 'enable', '--client-id', 'c1')).toMatchObject({ active: true })
    const rotated = await world.json('client', 'rotate-secret', '--client-id', 'c1')
    expect(rotated).toEqual({ client_id: 'c1', client_secret: expect.any(String) })
    expect(rotated).not.toEqual(created)
  })
})

describe('permissions and warehouses', () => {
  it('of a client are given by name or by number', async () => {
    const group = await world.json('group', 'create', '--name', 'g2', '--permissions', 'item-master-list,15,Webhooks')
    expect(group).toMatchObject({ permissions: [11, 15, 370] })
    const { stdout } = await world.run('group', 'list')
    expect(stdout).toMatch(/│ g2 +│ 11 Item Master List, 15 Locate\/Move Units, 370 Webhooks │/)
  })

  it('are refused if they do not exist, and nothing is created', async () => {
    const group = await world.run('group', 'create', '--name', 'g3', '--permissions', '11,12')
    expect(group).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('--permissions: The field permissions'),
    })
    const client = await world.run('client', 'create', '--client-id', 'c3', '--group', 'g1', '--warehouses', '1,77')
    expect(client).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^There is no warehouse 77\. .*1 Hall 1, 2 North, 3 Hall 3/),
    })
    const update = await world.run('client', 'update', '--client-id', 'c1', '--warehouses', '78')
    expect(update).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^There is no warehouse 78\./) })
    expect((await world.run('client', 'show', '--client-id', 'c3')).exitCode).toBe(1)
  })
})

it('reconcile prints counts and differences', async () => {
  expect(await world.json('reconcile')).toMatchObject({ lots: expect.any(Number), differences: [] })
})

describe('for people', () => {
  it('records are rows, and a single object is a table of its fields', async () => {
    const list = await world.run('warehouse', 'list')
    expect(list).toMatchObject({ exitCode: 0, stderr: '' })
    expect(list.stdout).toMatch(/│ wID │ name +│ timeZone │\n.*\n│ 1 {3}│ Hall 1 │ UTC +│/)
    expect((await world.run('client', 'show', '--client-id', 'c1')).stdout).toMatch(
      /│ warehouses +│ 3 +│[\s\S]*│ readOnly +│ no/,
    )
  })

  it('an empty list prints “None.”', async () => {
    expect(await world.run('warehouse', 'list', '--modified-since', '2999-01-01')).toMatchObject({ stdout: 'None.\n' })
  })
})
