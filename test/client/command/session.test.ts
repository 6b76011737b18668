import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { createCommandLine, credentialsOf } from './command-line.ts'

let system: TestSystem
let owner: TestClient
beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  owner = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

/** A command line without credentials, with the secret of the client in a file. */
function aNewcomer() {
  const line = createCommandLine()
  onTestFinished(() => line[Symbol.dispose]())
  writeFileSync(join(line.folder, 'secret'), `${owner.clientSecret}\n`)
  const origin = new URL(system.url).origin
  return {
    ...line,
    file: join(line.folder, 'inventory-service', 'credentials.json'),
    login: ['login', '--url', origin, '--client-id', owner.clientId, '--client-secret-file', 'secret'],
  }
}

test('login proves the credentials and stores them for their owner alone; logout removes them', async () => {
  const { run, login, file } = aNewcomer()
  expect(await run(['get', '/Warehouse'])).toMatchObject({ code: 1, stderr: expect.stringContaining('Not logged in') })
  const told = await run(login)
  expect(told).toMatchObject({ code: 0, stderr: '' })
  expect(told.stdout).not.toContain(owner.clientSecret)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    url: system.url,
    clientId: owner.clientId,
    clientSecret: owner.clientSecret,
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
  expect(await run(['get', '/Warehouse'])).toMatchObject({ code: 0, stderr: '' })
  expect(await run(['logout'])).toMatchObject({ code: 0 })
  expect(existsSync(file)).toBe(false)
  expect(await run(['logout'])).toMatchObject({ code: 0 })
})

test('a wrong secret is not stored', async () => {
  const { run, login, file, folder } = aNewcomer()
  writeFileSync(join(folder, 'secret'), 'wrong')
  const { code, stderr } = await run(login)
  expect(code).toBe(1)
  expect(stderr).toContain('401 unauthorized: Client authentication failed.')
  expect(existsSync(file)).toBe(false)
})

test('without a terminal a missing option is an error; at a terminal the command asks, and hides the secret', async () => {
  const { run, file, folder } = aNewcomer()
  expect(await run(['login', '--url', system.url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--client-id is missing, and there is no terminal to ask at.'),
  })
  const program = join(new URL('../../..', import.meta.url).pathname, 'dist/client/src/command/main.js')
  const typescript = spawn(
    'script',
    ['-qec', `${process.execPath} ${program} login --url ${system.url}`, '/dev/null'],
    {
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder },
    },
  )
  let shown = ''
  const answers = [
    ['Client id: ', owner.clientId],
    ['Client secret: ', owner.clientSecret],
  ] as const
  const left = [...answers]
  typescript.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (left[0] && shown.includes(left[0][0])) typescript.stdin.write(`${left.shift()?.[1]}\r`)
  })
  const [code] = await once(typescript, 'close')
  expect(code).toBe(0)
  expect(shown).toContain(`Client id: ${owner.clientId}`)
  expect(shown).not.toContain(owner.clientSecret)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ clientSecret: owner.clientSecret })
})

test('the environment overrides stored credentials, and a stored secret goes only to its own address', async () => {
  const { run, login } = aNewcomer()
  const other = await system.createClient({ permissions: [], warehouses: [1] })
  const get = ['get', '/Inventory/1']
  await run(login)
  expect(await run(get)).toMatchObject({ code: 0 })
  expect(await run(get, { env: credentialsOf(system.url, other) })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('403 forbidden'),
  })
  const elsewhere = { INVENTORY_URL: 'http://127.0.0.1:1/api/v1' }
  for (const env of [elsewhere, { INVENTORY_CLIENT_ID: other.clientId }])
    expect(await run(get, { env })).toMatchObject({
      code: 1,
      stderr: `The stored secret is of ${owner.clientId} at ${system.url}: set INVENTORY_CLIENT_SECRET too.\n`,
    })
})
