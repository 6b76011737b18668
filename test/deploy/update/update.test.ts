import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serviceNames } from '../../../local/services.ts'

const root = new URL('../../..', import.meta.url).pathname
const REPLICAS = 2

/** Running containers of the image `old`, and deploy/update, which calls the docker beside this file. */
function aSystem(services: readonly string[] = serviceNames) {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-update-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'deploy'))
  cpSync(join(root, 'deploy/update'), join(folder, 'deploy/update'))
  mkdirSync(join(folder, 'deploy/secrets'))
  for (const name of ['rabbitmq-definitions', 'mongodb-uri-reporting'])
    writeFileSync(join(folder, 'deploy/secrets', name), '')
  writeFileSync(join(folder, 'deploy/setup'), '#!/bin/sh\n', { mode: 0o755 })
  const containers = join(folder, 'containers')
  mkdirSync(containers)
  const old = services.flatMap((service) => Array.from({ length: REPLICAS }, () => service))
  for (const [index, service] of old.entries())
    writeFileSync(join(containers, `id-${index + 11}`), `${service} ${index + 11} old running\n`)
  writeFileSync(join(containers, '.age'), String(old.length + 10))
  const path = `${import.meta.dirname}:${process.env.PATH}`
  return {
    /** As version 1.1.0 has left deploy/secrets. */
    asOf110: () => writeFileSync(join(folder, 'deploy/secrets/system'), 'secret'),
    /** Runs it in a process group of its own, which a signal of the terminal goes to. */
    update: (image: string, fault = '') => {
      const env = {
        ...process.env,
        PATH: path,
        CONTAINERS: containers,
        REPLICAS: String(REPLICAS),
        IMAGE: image,
        FAULT: fault,
      }
      const script = ['setsid', '--wait', join(folder, 'deploy/update')]
      return spawnSync('env', script, { env, encoding: 'utf8' })
    },
    /** How many old containers of inventory ran when one of its migrations was run with these arguments. */
    oldAt: (migration: string) =>
      readFileSync(join(containers, '.runs'), 'utf8')
        .split('\n')
        .filter((line) => line.endsWith(migration))
        .map((line) => line.split(' ')[0]),
    /** Image and state of each container of a service. */
    of: (service: string) =>
      readdirSync(containers)
        .filter((name) => name.startsWith('id-'))
        .map((name) => readFileSync(join(containers, name), 'utf8').trim().split(' '))
        .filter(([name]) => name === service)
        .map(([, , image, state]) => `${image} ${state}`),
  }
}
const replicas = (image: string) => Array.from({ length: REPLICAS }, () => `${image} running`)

test('an update replaces each container, also if the image is the same', () => {
  const system = aSystem()
  for (const image of ['new', 'new', 'old']) {
    expect(system.update(image)).toMatchObject({ status: 0, stderr: '' })
    for (const service of serviceNames) expect(system.of(service), service).toEqual(replicas(image))
  }
})

test('an update whose new replicas do not become healthy keeps the old ones, and can be run again', () => {
  const system = aSystem()
  expect(system.update('broken').status).toBe(1)
  expect(system.of('auth')).toEqual(replicas('old'))
  expect(system.update('new').status).toBe(0)
  for (const service of serviceNames) expect(system.of(service), service).toEqual(replicas('new'))
})

test('a service is migrated while its old processes run, and again after the last of them has ended', () => {
  const system = aSystem()
  expect(system.update('new').status).toBe(0)
  expect(system.oldAt('run --rm --no-deps inventory-migrate')).toEqual([String(REPLICAS)])
  const again = (service: string) => `${service}-migrate node dist/services/${service}/main.js --migrate --after-update`
  expect(system.oldAt(again('inventory'))).toEqual(['0'])
  for (const service of serviceNames)
    expect(system.oldAt(again(service)), service).toHaveLength(service === 'gateway' ? 0 : 1)
})

test('Ctrl-C keeps the old replicas while new ones start, and the new ones while old ones are removed', () => {
  for (const [fault, left] of [
    ['INT up catalog', 'old'],
    ['INT rm catalog', 'new'],
  ] as const) {
    const system = aSystem()
    expect(system.update('new', fault).status, fault).toBe(130)
    expect(system.of('catalog'), fault).toEqual(replicas(left))
    expect(system.of('gateway'), fault).toEqual(replicas('old'))
  }
})

test.each(['INT up catalog', 'INT rm catalog', 'KILL up catalog', 'KILL rm catalog'])(
  'after %s a repeated update ends with as many replicas as before',
  (fault) => {
    const system = aSystem()
    expect(system.update('new', fault).status).not.toBe(0)
    expect(system.update('new').status).toBe(0)
    for (const service of serviceNames) expect(system.of(service), service).toEqual(replicas('new'))
  },
)

test('replicas that a killed update left of an unhealthy image do not block a later update', () => {
  const system = aSystem()
  system.update('broken', 'KILL up auth')
  expect(system.of('auth')).toHaveLength(REPLICAS + 2)
  expect(system.update('new').status).toBe(0)
  expect(system.of('auth')).toEqual(replicas('new'))
})

test('a new service is started with the replicas of the file .env, even if an earlier start failed', () => {
  const system = aSystem(serviceNames.filter((name) => name !== 'reporting'))
  expect(system.update('new', 'INT up reporting').status).toBe(130)
  expect(system.of('reporting')).toEqual([])
  expect(system.update('new').status).toBe(0)
  expect(system.of('reporting')).toEqual(replicas('new'))
})

test('version 1.1.0 cannot run with this one at the same time, and stays untouched', () => {
  const system = aSystem()
  system.asOf110()
  expect(system.update('new')).toMatchObject({ status: 1, stderr: expect.stringContaining('update to 1.3.0') })
  for (const service of serviceNames) expect(system.of(service), service).toEqual(replicas('old'))
})
