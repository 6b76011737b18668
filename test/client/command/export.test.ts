import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { anItem } from '../../support/records/factories.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { createCommandLine, credentialsOf } from './command-line.ts'
import { startProxy } from './proxy.ts'

let system: TestSystem
let owner: TestClient
const COUNT = 12
beforeAll(async () => {
  system = await startSystem()
  owner = await system.createClient()
  for (let number = 0; number < COUNT; number++)
    await owner.api.catalog.createItem(anItem({ description: `"${number}",\n` }))
})
afterAll(() => system[Symbol.asyncDispose]())

function aLine(url = system.url) {
  const line = createCommandLine(credentialsOf(url, owner))
  onTestFinished(() => line[Symbol.dispose]())
  return line
}

test.each([
  ['csv', 'text/csv'],
  ['ndjson', 'application/x-ndjson'],
])('a list is exported as %s, to a file and to the standard output, without the end mark', async (format, type) => {
  const { run, folder } = aLine()
  const headers = { authorization: `Bearer ${owner.token}`, accept: type }
  const text = await (await fetch(`${system.url}/Item/All`, { headers })).text()
  const records = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)
  expect(records.length).toBeGreaterThan(512)
  const toFile = await run(['export', '/Item/All', '--format', format, '--out', 'items'])
  expect(toFile).toEqual({ code: 0, stdout: '', stderr: `${COUNT} records in items\n` })
  expect(readFileSync(join(folder, 'items'), 'utf8')).toBe(records)
  expect(await run(['export', '/Item/All', '--format', format])).toEqual({
    code: 0,
    stdout: records,
    stderr: `${COUNT} records\n`,
  })
})

/** The address of a proxy that changes the bytes of exports. */
async function aProxy(change: (bytes: Buffer) => Buffer, isCut: boolean): Promise<string> {
  const proxy = await startProxy(system.url, ({ method, bytes }, response) => {
    if (method === 'POST') response.end(bytes)
    else if (isCut) response.write(change(bytes), () => response.destroy())
    else response.end(change(bytes))
  })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return proxy.url
}

test.each([
  ['whose end mark is missing', (bytes: Buffer) => bytes.subarray(0, bytes.length - 90), false],
  ['that ends in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), false],
  ['whose connection breaks', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), true],
  [
    'with other bytes than its digest says',
    (bytes: Buffer) => Buffer.from(bytes.toString().replace('ITEM', 'ITEN')),
    false,
  ],
])('an export %s leaves no file, and keeps an earlier one', async (_what, change, isCut) => {
  const { run, folder } = aLine(await aProxy(change, isCut))
  for (const kept of [undefined, 'earlier']) {
    if (kept !== undefined) writeFileSync(join(folder, 'items.csv'), kept)
    const { code, stderr } = await run(['export', '/Item/All', '--out', 'items.csv'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The export is not complete: .*Run it again\.\n$/)
    expect(readdirSync(folder)).toEqual(kept === undefined ? [] : ['items.csv'])
  }
  expect(readFileSync(join(folder, 'items.csv'), 'utf8')).toBe('earlier')
  expect(await run(['export', '/Item/All'])).toMatchObject({ code: 1 })
})

test('a path that is not a list is refused, and so is an unknown format', async () => {
  const { run, folder } = aLine()
  const { body } = await owner.api.catalog.listItems({})
  const path = `/Item/${body.value[0]?.shortID}`
  expect(await run(['export', path, '--out', 'one'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is no list'),
  })
  expect(await run(['export', '/Item/All', '--format', 'xml'])).toMatchObject({ code: 2 })
  expect(await run(['export', '/Inventory/4711', '--out', 'one'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('404'),
  })
  expect(existsSync(join(folder, 'one'))).toBe(false)
})
