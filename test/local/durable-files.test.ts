import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from '../../local/data-folder.ts'
import { writeDurably } from '../../local/durable-files.ts'
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

test('files that a power cut has left empty count as absent', async () => {
  for (const name of ['demo-client.json', 'system.secret', 'path']) writeFileSync(join(folder, name), '')
  expect(readDemoClient(folder)).toBeUndefined()
  expect(readFileSync(ensureKeyFiles(folder).secretFile, 'utf8').trim().length).toBeGreaterThan(32)
  await (await openDataFolder(folder, { fresh: false, report: () => undefined })).release()
  expect(readFileSync(join(folder, 'path'), 'utf8').trim()).toBe(folder)
})

test('a secret that was written stays', () => {
  const { secretFile: file } = ensureKeyFiles(folder)
  const secret = readFileSync(file, 'utf8')
  expect(readFileSync(ensureKeyFiles(folder).secretFile, 'utf8')).toBe(secret)
})

test('a demo client that cannot be read is named', () => {
  const client = { clientId: 'demo', clientSecret: 'x' }
  writeDemoClient(folder, client)
  expect(readDemoClient(folder)).toEqual(client)
  writeFileSync(join(folder, 'demo-client.json'), '{"clientId":')
  expect(() => readDemoClient(folder)).toThrow(join(folder, 'demo-client.json'))
})

test('the file that names the running system is complete', () => {
  writeSystemFile(folder, { system: 'inventory', rabbitmqUrl: 'amqp://127.0.0.1:1' })
  const content: unknown = JSON.parse(readFileSync(join(folder, 'system.json'), 'utf8'))
  expect(content).toEqual({ system: 'inventory', rabbitmqUrl: 'amqp://127.0.0.1:1', operatorKeyFile: 'operator.key' })
})
