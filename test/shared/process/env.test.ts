import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createOwner } from '../../../shared/process/disposal.ts'
import {
  commonVariables,
  databaseVariables,
  keyVariables,
  readEnv,
  storageVariables,
  wholeNumber,
} from '../../../shared/process/env.ts'
import { createKeys, toPublicKeysJson } from '../../support/system/keys.ts'

const ofProcess = { ...commonVariables, ...keyVariables, ...storageVariables, ...databaseVariables }
const shape = { ...ofProcess, PORT: wholeNumber(0, 65_535).default(8_080) }
const keys = createKeys()('auth')
const valid = {
  RABBITMQ_URL: 'amqp://guest:guest@127.0.0.1:5672',
  MONGODB_URI: 'mongodb://127.0.0.1:27017/?directConnection=true',
  PROCESS_KEY: keys.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  PUBLIC_KEYS: toPublicKeysJson(keys),
  STORAGE_SECRET: 's'.repeat(32),
}

test('what is not set has its default, and an empty variable is not set', () => {
  const { SYSTEM_NAME, LOG_LEVEL, PORT } = readEnv(shape, { ...valid, LOG_LEVEL: '', PORT: '' })
  expect([SYSTEM_NAME, LOG_LEVEL, PORT]).toEqual(['inventory', 'info', 8_080])
})

test('an error lists all faults of the environment by name, and contains no value', () => {
  const faulty = {
    RABBITMQ_URL: 'http://user:hunter2@x',
    PROCESS_KEY: 'hunter2',
    PUBLIC_KEYS: '{"auth":"hunter2"}',
    STORAGE_SECRET: 'hunter2',
    SYSTEM_NAME: 'Not A Name',
    LOG_LEVEL: 'loud',
    PORT: '80 or so',
  }
  const read = () => readEnv(shape, faulty)
  for (const name of [
    'RABBITMQ_URL',
    'MONGODB_URI',
    'PROCESS_KEY',
    'PUBLIC_KEYS',
    'STORAGE_SECRET',
    'SYSTEM_NAME',
    'LOG_LEVEL',
    'PORT',
  ]) {
    expect(read).toThrow(name)
  }
  expect(read).not.toThrow('hunter2')
})

test.each(['-1', '65536', '1.5', 'x', ' ', '1e400'])('a port of %j is refused', (PORT) => {
  expect(() => readEnv(shape, { ...valid, PORT })).toThrow('PORT')
})

test.each([
  'mongodb://inventory:p%40ss@db-1:27017,db-2:27017,db-3:27018/?replicaSet=rs0&tls=true',
  'mongodb+srv://inventory:pass@cluster.example.com/?retryWrites=true',
  'mongodb://[::1]:27017/?readPreference=primary',
])('the connection string %s is accepted as it is', (MONGODB_URI) => {
  expect(readEnv(shape, { ...valid, MONGODB_URI }).MONGODB_URI).toBe(MONGODB_URI)
})

test.each([
  ['mongodb://u:hunter2@a,b/?readPreference=secondaryPreferred', 'must read from the primary'],
  ['mongodb://u:hunter2@a,b/?ReadPreference=nearest', 'must read from the primary'],
  ['postgres://u:hunter2@a/', 'must be a connection string'],
  ['mongodb+srv://u:hunter2@a.example.com:27017/', 'must be a connection string'],
  ['somewhere', 'must be a connection string'],
])('the connection string %s is refused without being repeated', (MONGODB_URI, reason) => {
  const read = () => readEnv(shape, { ...valid, MONGODB_URI })
  expect(read).toThrow(`MONGODB_URI: ${reason}`)
  expect(read).not.toThrow('hunter2')
})

test('a secret is read without the line end, and refused when it is missing or short', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (text: string) => {
    const path = join(folder, 'secret')
    writeFileSync(path, text)
    return path
  }
  const read = (STORAGE_SECRET_FILE: string) => readEnv(storageVariables, { STORAGE_SECRET_FILE }).STORAGE_SECRET
  expect(read(write(`${'s'.repeat(32)}\n`)).toString()).toBe('s'.repeat(32))
  expect(() => read(write('short'))).toThrow('STORAGE_SECRET: is too short')
  expect(() => read(join(folder, 'missing'))).toThrow('missing')
})

test('what is owned is disposed of in reverse order, and all of it though something fails', async () => {
  const disposed: string[] = []
  const owner = createOwner()
  const thing = (name: string) => ({
    async [Symbol.asyncDispose]() {
      disposed.push(name)
      if (name === 'broker') throw new Error('broker failed')
    },
  })
  for (const name of ['database', 'broker', 'server']) owner.own(thing(name))
  await expect(owner[Symbol.asyncDispose]()).rejects.toThrow('broker failed')
  expect(disposed).toEqual(['server', 'broker', 'database'])
})
