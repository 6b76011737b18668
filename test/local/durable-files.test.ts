import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from '../../local/data-folder.ts'
import { writeDurably } from '../../local/durable-files.ts'
import { type ServiceName, serviceNames } from '../../local/services.ts'
import { ensureKeyFiles, readDemoClient, writeDemoClient, writeSystemFile } from '../../local/system-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a file is replaced as a whole, with its mode, and leaves nothing beside it', () => {
  const file = join(folder, 'note')
  writeDurably(file, 'one', 0o600)
  writeDurably(file, 'two', 0o600)
  expect(readFileSync(file, 'utf8')).toBe('two')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['note'])
})

test('a file that cannot be replaced keeps its content, and the error names it', () => {
  const file = join(folder, 'note')
  writeDurably(file, 'one')
  mkdirSync(`${file}.new`)
  expect(() => writeDurably(file, 'two')).toThrow(`${file} cannot be written: `)
  expect(readFileSync(file, 'utf8')).toBe('one')
})

test('a file that a power cut has left empty counts as absent', async () => {
  for (const name of ['demo-client.json', 'auth.secret', 'path']) writeFileSync(join(folder, name), '')
  expect(readDemoClient(folder)).toBeUndefined()
  ensureKeyFiles(folder)
  expect(readFileSync(join(folder, 'auth.secret'), 'utf8').trim().length).toBeGreaterThan(32)
  await (await openDataFolder(folder, { fresh: false, report: () => undefined })).release()
  expect(readFileSync(join(folder, 'path'), 'utf8').trim()).toBe(folder)
})

test('existing keys are kept', () => {
  const contents = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  ensureKeyFiles(folder)
  const first = contents()
  ensureKeyFiles(folder)
  expect(contents()).toEqual(first)
})

test('a process gets the paths of its own keys only, and all keys differ (S5)', () => {
  const keys = ensureKeyFiles(folder)
  const filesOf = (variables: object) => Object.values(variables).map((path) => basename(String(path)))
  const given = Object.fromEntries(serviceNames.map((name) => [name, filesOf(keys.of(name))]))
  expect({ ...given, operator: filesOf(keys.ofOperator) }).toEqual({
    auth: ['auth.key', 'public-keys.json', 'auth.secret'],
    catalog: ['catalog.key', 'public-keys.json'],
    inventory: ['inventory.key', 'public-keys.json'],
    notifications: ['notifications.key', 'public-keys.json', 'notifications.secret'],
    reporting: ['reporting.key', 'public-keys.json'],
    gateway: ['gateway.key', 'public-keys.json', 'gateway.secret'],
    operator: ['operator.key', 'public-keys.json'],
  })
  const contents = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(new Set(contents).size).toBe(contents.length)
  expect(readFileSync(keys.ofOperator.PUBLIC_KEYS_FILE, 'utf8')).not.toContain('PRIVATE')
})

test('in a folder of an earlier version notifications keeps its secret, and auth can read data that it sealed', () => {
  writeFileSync(join(folder, 'system.secret'), `${'s'.repeat(43)}\n`)
  const { of } = ensureKeyFiles(folder)
  const secretOf = (name: ServiceName) => readFileSync(of(name).STORAGE_SECRET_FILE ?? '', 'utf8').trim()
  expect(secretOf('notifications')).toBe('s'.repeat(43))
  expect([secretOf('auth'), secretOf('gateway')]).not.toContain('s'.repeat(43))
  const heirs = serviceNames.filter((name) => 'EARLIER_SECRET_FILE' in of(name))
  expect([heirs, of('auth').EARLIER_SECRET_FILE]).toEqual([['auth'], join(folder, 'system.secret')])
})

test('the error for an unreadable demo client names its file', () => {
  const client = { clientId: 'demo', clientSecret: 'x' }
  writeDemoClient(folder, client)
  expect(readDemoClient(folder)).toEqual(client)
  writeFileSync(join(folder, 'demo-client.json'), '{"clientId":')
  expect(() => readDemoClient(folder)).toThrow(join(folder, 'demo-client.json'))
})

test('the file that names the running system is complete', () => {
  writeSystemFile(folder, { system: 'inventory', rabbitmqUrl: 'amqp://127.0.0.1:1' })
  const files = { operatorKeyFile: 'operator.key', publicKeysFile: 'public-keys.json' }
  const content: unknown = JSON.parse(readFileSync(join(folder, 'system.json'), 'utf8'))
  expect(content).toEqual({ system: 'inventory', rabbitmqUrl: 'amqp://127.0.0.1:1', ...files })
})
