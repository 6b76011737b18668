import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { anItem, aReceipt, unique } from '../../support/records/factories.ts'
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { createCommandLine, credentialsOf } from './command-line.ts'

let system: TestSystem
let owner: TestClient
beforeAll(async () => {
  system = await startSystem({ tokenTtlSeconds: 2 })
  await registerBasics(system.call)
  owner = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

function aLine(client = owner) {
  const line = createCommandLine(credentialsOf(system.url, client))
  onTestFinished(() => line[Symbol.dispose]())
  return line
}

/** Makes an item by a client whose token has not expired. */
async function createItem(): Promise<string> {
  const { api } = await system.createClient()
  const { body } = await api.catalog.createItem(anItem({ shortID: unique('FED') }))
  return body.shortID
}

const recordsIn = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((text): { type: string; sequence: number; data: { shortID: string } } => JSON.parse(text))

test('the feed is printed as NDJSON, and the next run continues from the state file', async () => {
  const { start, folder } = aLine()
  const first = await createItem()
  const args = ['follow', '--types', 'item.created', '--since', '0', '--state', 'state.json']
  const one = start(args)
  await one.printed(new RegExp(first))
  const second = await createItem()
  await one.printed(new RegExp(second))
  const before = await one.end('SIGTERM')
  expect(before).toMatchObject({ code: 0, stderr: '' })
  const third = await createItem()
  const other = start(args)
  await other.printed(new RegExp(third))
  const after = await other.end('SIGINT')
  const records = [...recordsIn(before.stdout), ...recordsIn(after.stdout)]
  expect(records.map(({ data }) => data.shortID).slice(-3)).toEqual([first, second, third])
  expect(recordsIn(after.stdout)).toHaveLength(1)
  const { sequence } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'))
  expect(sequence).toBe(records.at(-1)?.sequence)
})

test('only the chosen types are printed, and without a position only new changes', async () => {
  const { start, folder } = aLine()
  const earlier = await createItem()
  const running = start(['follow', '--types', 'inventory.received, item.updated', '--state', 'state.json'])
  await expect.poll(() => existsSync(join(folder, 'state.json'))).toBe(true)
  const shortID = await createItem()
  const { api } = await system.createClient()
  await api.inventory.receive(aReceipt({ itemID: shortID }))
  await running.printed(/inventory\.received/)
  const { stdout } = await running.end('SIGTERM')
  expect(stdout).not.toContain(earlier)
  expect(recordsIn(stdout).map(({ type }) => type)).toEqual(['inventory.received'])
})

test('an expired token is renewed; revoked credentials are reported and end the command', async () => {
  const client = await system.createClient()
  const running = aLine(client).start(['follow', '--since', '0'])
  await running.printed(new RegExp(await createItem()))
  await system.call(auth.disableClient, { clientId: client.clientId })
  const { code, stderr } = await running.end()
  expect(code).toBe(1)
  expect(stderr).toContain('401 unauthorized')
  expect(stderr).toContain('The credentials are not accepted, or not any more. Run inventory login again.')
})

test('follow reports that the service is away, and continues when it is back', async () => {
  const proxy = await createTcpProxy(system.url)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const { start, folder } = aLine()
  const env = { INVENTORY_URL: proxy.url }
  const running = start(['follow', '--types', 'item.created', '--state', 'state.json'], { env })
  await expect.poll(() => existsSync(join(folder, 'state.json'))).toBe(true)
  proxy.refuse()
  await running.printed(/The service does not respond: .*\nThe feed is asked again until the service responds\./)
  const shortID = await createItem()
  proxy.heal()
  await running.printed(new RegExp(shortID))
  expect(recordsIn(running.stdout())).toHaveLength(1)
  expect(running.stderr()).toContain('The service responds again.')
  proxy.refuse()
  expect(await running.end('SIGTERM')).toMatchObject({ code: 0 })
})

test('an unknown type, an invalid position and a damaged state file are refused', async () => {
  const { run, folder } = aLine()
  expect(await run(['follow', '--types', 'item.createt'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/item\.createt is no type of change\. There are inventory\.received, /),
  })
  expect(await run(['follow', '--since', '-1'])).toMatchObject({ code: 2 })
  expect(await run(['follow', '--since', 'now'])).toMatchObject({ code: 2 })
  writeFileSync(join(folder, 'state.json'), '{"sequence":')
  expect(await run(['follow', '--state', 'state.json'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'state.json is no state file: it has no sequence.\n',
  })
  writeFileSync(join(folder, 'state.json'), '{"sequence":1000000}')
  expect(await run(['follow', '--state', 'state.json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The feed ends at'),
  })
})
