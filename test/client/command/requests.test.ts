import { readFileSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { toReadable } from '../../../client/src/command/readable.ts'
import { keyIsRunning } from '../../../shared/contract/core/errors.ts'
import { anItem } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { type CommandLine, createCommandLine, credentialsOf } from './command-line.ts'
import { startProxy } from './proxy.ts'

let system: TestSystem
let owner: TestClient
let line: CommandLine
beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  owner = await system.createClient()
  await owner.api.catalog.createItem(anItem({ shortID: 'BOLT-M6-30' }))
  line = createCommandLine(credentialsOf(system.url, owner))
})
afterAll(async () => {
  line[Symbol.dispose]()
  await system[Symbol.asyncDispose]()
})

const receipt = { itemID: 'BOLT-M6-30', units: 3, wid: 1, reasonCode: 10 }
const receive = ['post', '/Inventory/Receive', '--json']
const lotCount = async () => (await owner.api.inventory.listLots({ itemID: 'BOLT-M6-30' })).body.totalCount

test('get prints one line of JSON, indented JSON, or a list as a table', async () => {
  const json = await line.run(['get', '/Item?key=BOLT-M6-30', '--json'])
  expect(json).toMatchObject({ code: 0, stderr: '' })
  expect(json.stdout.trimEnd()).not.toContain('\n')
  expect(JSON.parse(json.stdout)).toMatchObject({ shortID: 'BOLT-M6-30' })
  const readable = await line.run(['get', '/api/v1/Item/BOLT-M6-30'])
  expect(readable.stdout).toContain('\n  "shortID": "BOLT-M6-30",\n')
  const table = await line.run(['get', '/Warehouse?pageSize=2'])
  expect(table.stdout).toBe(
    'wID  name         timeZone\n  1  Warehouse 1  UTC\n  2  Warehouse 2  UTC\n\nPage 1 of 2, 3 in all\n',
  )
})

test('control characters in data do not reach the terminal', () => {
  const evil = 'a\u001b[31m\u009b1m\nb'
  for (const body of [{ evil }, { value: [{ evil }] }]) {
    expect(toReadable(body).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(toReadable(body)).toContain('\\u009b1m')
  }
})

test('post takes its body from the option, a file and the standard input', async () => {
  const before = await lotCount()
  const body = JSON.stringify(receipt)
  writeFileSync(join(line.folder, 'body.json'), body)
  const ways = [
    line.run([...receive, '--data', body]),
    line.run([...receive, '--data', '@body.json']),
    line.run([...receive, '--data', '-'], { input: body }),
    line.run([...receive, '-'], { input: body }),
  ]
  for (const { code, stdout } of await Promise.all(ways)) {
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'received', units: 3 })
  }
  expect(await lotCount()).toBe(before + 4)
})

test('the caller’s key makes a write take effect once, and every write has a key', async () => {
  const before = await lotCount()
  const keyed = [...receive, '--data', JSON.stringify(receipt), '--idempotency-key', 'delivery-1']
  const [first, second] = [await line.run(keyed), await line.run(keyed)]
  expect(first.stdout).toBe(second.stdout)
  expect(await lotCount()).toBe(before + 1)
  expect((await line.run(['get', '/Operations/delivery-1', '--json'])).stdout).toContain('"status":"applied"')
})

const loseAsUnknown = (response: ServerResponse) => {
  response.statusCode = 504
  response.end('{"statusCode":504,"error":"outcome_unknown","message":"Lost."}')
}

/** A command line through a proxy that loses the responses to the first receipts, after the service has done them. */
async function aLosingLine(losses: number, lose = loseAsUnknown) {
  const keys: (string | null)[] = []
  const proxy = await startProxy(system.url, ({ path, key, bytes }, response) => {
    if (!path.endsWith('/Receive')) return response.end(bytes)
    keys.push(key)
    if (keys.length > losses) return response.end(bytes)
    return lose(response)
  })
  const losing = createCommandLine(credentialsOf(proxy.url, owner))
  onTestFinished(async () => {
    losing[Symbol.dispose]()
    await proxy[Symbol.asyncDispose]()
  })
  return { ...losing, keys }
}

test('a write whose response is lost is repeated with its first key, and takes effect once', async () => {
  const before = await lotCount()
  const { run, keys } = await aLosingLine(1)
  const { code, stdout, stderr } = await run([...receive, '--data', JSON.stringify(receipt)])
  expect(code).toBe(0)
  expect(stdout).toContain('"status":"received"')
  expect(stderr).toBe('No response for now: asked again in 0.5 s.\n')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await lotCount()).toBe(before + 1)
})

test('if the outcome of a write stays unknown, the command prints the key for a repeat', async () => {
  const { run, keys } = await aLosingLine(Number.POSITIVE_INFINITY)
  const { code, stderr } = await run([...receive, '--data', JSON.stringify(receipt)])
  expect(code).toBe(1)
  expect(stderr).toContain(`It is not known whether this was done. Repeat it with --idempotency-key ${keys[0]}\n504 `)
  expect(new Set(keys).size).toBe(1)
})

test('the command also prints the key if the response breaks off, or if the first try is still running', async () => {
  const data = ['--data', JSON.stringify(receipt)]
  const cut = await aLosingLine(Number.POSITIVE_INFINITY, (response) => {
    response.setHeader('content-length', 100)
    response.write('{"status":', () => response.destroy())
  })
  const broken = await cut.run([...receive, ...data])
  expect(broken.stderr).toContain(`Repeat it with --idempotency-key ${cut.keys[0]}\n`)
  const busy = await aLosingLine(Number.POSITIVE_INFINITY, (response) => {
    response.statusCode = 409
    response.setHeader('retry-after', 0)
    response.end(JSON.stringify(keyIsRunning().toBody()))
  })
  const running = await busy.run([...receive, ...data])
  expect(running.stderr).toContain(`Repeat it with --idempotency-key ${busy.keys[0]}\n409 `)
  expect([broken.code, running.code]).toEqual([1, 1])
})

test('an error has the message of the interface and those of its fields, and exits 1', async () => {
  const data = JSON.stringify({ ...receipt, units: 0 })
  const { code, stdout, stderr } = await line.run(['post', '/Inventory/Receive', '--data', data])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(
    '400 validation_error: Model validation failed.\n  units: The field units must be greater than 0.\n',
  )
  expect(await line.run(['get', '/Item/NO-SUCH'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('404 not_found'),
  })
})

test.each([
  ['no command', []],
  ['a command that there is not', ['patch', '/Item']],
  ['an option that there is not', ['get', '/Item', '--data', '{}']],
  ['no path', ['get']],
  ['an argument too many', ['get', '/Item', '/Item']],
  ['two bodies', ['post', '/Item', '-', '--data', '{}']],
  ['a body that is no JSON', ['post', '/Item', '--data', '{']],
  ['a file that there is not', ['post', '/Item', '--data', '@nowhere']],
])('%s is a usage error: exit code 2', async (_what, args) => {
  const { code, stdout, stderr } = await line.run(args)
  expect(code).toBe(2)
  expect(`${stdout}${stderr}`).toContain('inventory')
})

test('every method of the document is a command, and each command has a help with its options and paths', async () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../../gateway/openapi.json', import.meta.url), 'utf8'))
  const methods = new Set(Object.values<object>(paths).flatMap((path) => Object.keys(path)))
  const { code, stdout } = await line.run(['--help'])
  expect(code).toBe(0)
  const commands = [...stdout.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name)
  expect(commands).toEqual(
    expect.arrayContaining([...methods, 'login', 'logout', 'export', 'follow', 'listen', 'trigger', 'completion']),
  )
  for (const name of commands) {
    const help = await line.run([name, '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`Usage: inventory ${name}`) })
    if (methods.has(name))
      for (const path of Object.keys(paths).filter((path) => path !== '/Token' && name in paths[path]))
        expect(help.stdout, name).toContain(`  ${path} `)
  }
})
