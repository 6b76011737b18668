import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findFreePort } from '../../local/servers/ports.ts'
import { buildBaseImages, buildMongoImage } from './base-images.ts'
import { type Engine, startEngine } from './engine.ts'
import { installEngineRoot } from './engine-root.ts'
import { underLoad, WORKERS } from './load.ts'

const repository = new URL('../..', import.meta.url).pathname
const report = (line: string) => console.log(line)
/** The client's limit would end every load after 100 requests. */
const NO_LIMIT = { RATE_LIMIT_PER_MINUTE: '1000000' }
const ITEM = 'BOLT-M5-20'

let engine: Engine
let url = ''
let token = ''

const docker = (...args: string[]) => engine.run('docker', args, { env: NO_LIMIT })
const compose = (...args: string[]) => docker('compose', ...args)
const composeWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  engine.run('docker', ['compose', ...args], { env: { ...NO_LIMIT, ...env } })
const containersOf = async (...services: string[]) =>
  (await compose('ps', '--quiet', ...services)).split('\n').filter(Boolean).toSorted()
const removeAll = () => compose('--profile', '*', 'down', '--volumes', '--remove-orphans')
const request = (path: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
const load = (action: () => Promise<unknown>) => underLoad(url, token, ITEM, action)

const Token = z.object({ access_token: z.string() })

async function signIn(clientId: string, secret: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  const response = await fetch(`${url}/Token`, { method: 'POST', body: new URLSearchParams(form) })
  return Token.parse(await response.json()).access_token
}

beforeAll(async () => {
  const root = await installEngineRoot(report)
  engine = await startEngine(root, repository)
  await buildBaseImages(engine, root, report)
  await engine.run('deploy/setup', [])
  report('building the image of the Inventory Service')
  await compose('build', 'gateway')
  await buildMongoImage(engine, report)
  // What an interrupted run has left.
  await removeAll()
  report('starting the system')
  await compose('up', '-d', '--wait')
  url = `${await engine.forward(8080, await findFreePort())}/api/v1`
})

afterAll(async () => {
  await removeAll()
  await engine[Symbol.asyncDispose]()
})

test('every container is healthy, and every job has ended well', async () => {
  const lines = (await compose('ps', '--all', '--format', '{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}')).split(
    '\n',
  )
  const jobs = lines.filter((line) => /^(\S+-migrate|mongodb-key) /.test(line))
  expect(jobs.map((line) => line.replace(/^\S+ /, ''))).toEqual(jobs.map(() => 'exited  0'))
  expect(lines.filter((line) => !jobs.includes(line) && !line.endsWith(' running healthy 0'))).toEqual([])
})

test('the demo shows its secret once and keeps it', async () => {
  const first = await compose('run', '--rm', 'demo')
  const [, secret = ''] = /Its secret: (\S+)/.exec(first) ?? []
  token = await signIn('demo', secret)
  expect((await request('/Item/All?pageSize=1')).status).toBe(200)
  expect(await compose('run', '--rm', 'demo')).toContain('--new-secret')
  expect(await signIn('demo', secret)).toBeTruthy()
})

test('ctl imports a file that is given with -v', async () => {
  const folder = join(repository, 'deploy', 'secrets', 'check')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'items.csv'), 'shortID,description,uOM,category\nCOMPOSE-1,Imported,EA,1\n')
  await compose(
    'run',
    '--rm',
    '-v',
    '/repository/deploy/secrets/check:/files:ro',
    'ctl',
    'item',
    'import',
    '/files/items.csv',
  )
  rmSync(folder, { recursive: true })
  expect((await request('/Item/COMPOSE-1')).status).toBe(200)
})

test('a service cannot read the database of another', async () => {
  const script = [
    "const uri = fs.readFileSync('/run/secrets/mongodb-uri-auth', 'utf8').trim()",
    "connect(uri.replace('/?', '/inventory-inventory?')).lots.findOne()",
  ].join('; ')
  const read = compose('exec', '-T', 'mongodb', 'mongosh', '--nodb', '--quiet', '--eval', script)
  await expect(read).rejects.toThrow('not authorized on inventory-inventory')
})

test('gateways have no way out of their networks', async () => {
  const routes = await compose('exec', '-T', 'gateway', 'cat', '/proc/net/route')
  expect(
    routes
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[1]),
  ).not.toContain('00000000')
})

test('RabbitMQ stops accepting messages below the limit of its container', async () => {
  const status = await compose('exec', '-T', 'rabbitmq', 'rabbitmqctl', 'environment')
  expect(status).toMatch(/vm_memory_high_watermark,\s*\{absolute,"400MiB"\}/)
})

test('each process has an account of its own in RabbitMQ, and none is an administrator', async () => {
  const users = await compose('exec', '-T', 'rabbitmq', 'rabbitmqctl', '--quiet', '--no-table-headers', 'list_users')
  const names = ['auth', 'catalog', 'ctl', 'gateway', 'inventory', 'notifications', 'reporting', 'scaler']
  expect(users.split('\n').toSorted()).toEqual(names.map((name) => `inventory-${name}\t[]`))
  const open = await compose('exec', '-T', 'rabbitmq', 'rabbitmqctl', '--quiet', 'list_connections', 'user')
  for (const name of ['auth', 'catalog', 'gateway', 'inventory', 'notifications', 'reporting'])
    expect(open).toContain(`inventory-${name}`)
})

test('an unchanged build recreates no container and leaves no untagged image', async () => {
  const untagged = () => docker('images', '--filter', 'dangling=true', '--quiet')
  const before = await containersOf()
  const untaggedBefore = await untagged()
  await compose('build', 'gateway')
  await compose('up', '-d', '--wait')
  expect(await containersOf()).toEqual(before)
  expect(await untagged()).toBe(untaggedBefore)
})

test('replicas are added without a failed request, and a later `up` keeps them', async () => {
  const replicas = { GATEWAY_REPLICAS: '2', INVENTORY_REPLICAS: '2' }
  expect((await load(() => composeWith(replicas, 'up', '-d', '--wait'))).failed).toEqual({})
  await composeWith(replicas, 'up', '-d', '--wait')
  expect(await containersOf('gateway', 'inventory')).toHaveLength(4)
})

test('kill -9 of one of two inventories or gateways fails only what it had under way or locked', async () => {
  for (const service of ['inventory', 'gateway']) {
    const { failed } = await load(async () => {
      await docker('kill', (await containersOf(service))[0] ?? '')
      await composeWith({ GATEWAY_REPLICAS: '2', INVENTORY_REPLICAS: '2' }, 'up', '-d', '--wait')
    })
    // Until MongoDB ends the transaction of a lost process, after 10 s, writes of its items wait for 8 s, and fail.
    const allowed = service === 'inventory' ? ['503', '504'] : ['504']
    expect(Object.keys(failed).filter((status) => !allowed.includes(status))).toEqual([])
    const count = Object.values(failed).reduce((sum, times) => sum + times, 0)
    expect(count).toBeLessThanOrEqual(2 * WORKERS)
  }
})

test('a restart of the only gateway fails no request', async () => {
  await compose('up', '-d', '--wait')
  expect(await containersOf('gateway')).toHaveLength(1)
  expect((await load(() => compose('restart', 'gateway'))).failed).toEqual({})
})

test('deploy/update replaces every process without a failed request', async () => {
  const before = await containersOf('auth', 'catalog', 'inventory', 'notifications', 'reporting', 'gateway')
  expect((await load(() => engine.run('deploy/update', [], { env: NO_LIMIT }))).failed).toEqual({})
  const after = await containersOf('auth', 'catalog', 'inventory', 'notifications', 'reporting', 'gateway')
  expect(after).toHaveLength(before.length)
  expect(after.filter((container) => before.includes(container))).toEqual([])
})

test('without a gateway the proxy answers in the form of the API', async () => {
  await compose('stop', 'gateway')
  const response = await request('/Item/All')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ statusCode: 503, error: 'service_unavailable' })
  await compose('up', '-d', '--wait')
})

test('a backup restores into an empty system', async () => {
  const levelsOf = async () => (await request(`/Inventory/StockLevels/Explain?itemID=${ITEM}&wid=1`)).json()
  const before = await levelsOf()
  await compose('run', '--rm', 'backup')
  await compose('down')
  await docker('volume', 'rm', 'repository_mongodb-data')
  await compose('up', '-d', '--wait', 'mongodb')
  await compose('run', '--rm', 'restore')
  await compose('up', '-d', '--wait')
  expect(await levelsOf()).toEqual(before)
})

test('data outlives `down` and `up`; `down` with all profiles and volumes leaves nothing', async () => {
  await compose('down')
  await compose('up', '-d', '--wait')
  expect((await request('/Item/COMPOSE-1')).status).toBe(200)
  await removeAll()
  expect(await docker('ps', '--all', '--quiet')).toBe('')
  expect(await docker('volume', 'ls', '--quiet')).toBe('')
})
