import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { SERVER_VERSIONS } from '../../local/install/server-root.ts'
import { findProgram } from '../../local/processes/program-paths.ts'
import { HEAP_LIMIT, serviceNames } from '../../local/services.ts'
import { BASES, MONGO_IMAGE } from '../compose/base-images.ts'
import { textOf } from '../docs/docs.ts'
import { readComposeFile } from './compose-file.ts'

const root = new URL('../..', import.meta.url).pathname
const { services, networks, volumes, secrets } = readComposeFile(join(root, 'docker-compose.yml'))
const every = Object.entries(services)

const Definitions = z.object({ users: z.array(z.object({ tags: z.string() })) })
const isOwn = (image: string) => image.startsWith('inventory-service:')

test('dclint finds nothing in the compose file', () => {
  const args = ['dclint', '-c', '.dclintrc.json', '--max-warnings', '0', 'docker-compose.yml']
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: root, encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
})

test('docker-compose accepts the compose file with every profile', { skip: !findProgram('docker-compose') }, () => {
  const profiles = [...new Set(every.flatMap((entry) => entry[1].profiles))].flatMap((name) => ['--profile', name])
  const { status, stderr } = spawnSync('docker-compose', [...profiles, 'config', '--quiet'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
})

test('promtool finds nothing in the configuration and the alerts', { skip: !findProgram('promtool') }, () => {
  for (const args of [
    ['check', 'config', 'deploy/observability/prometheus.yml'],
    ['check', 'rules', 'deploy/observability/alerts.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
})

test('RabbitMQ, Redis and MongoDB have the major versions of local servers, and images that compose-check makes', () => {
  const images = [...new Set(every.map(([, { image }]) => image))]
  for (const [name, major] of Object.entries(SERVER_VERSIONS)) {
    const versions = images.filter((image) => image.startsWith(`${name}:`)).map((image) => image.slice(name.length + 1))
    expect(versions.map((version) => version.split('.')[0])).toEqual([major])
  }
  expect(images).toEqual(expect.arrayContaining([BASES.rabbitmq, BASES.redis, MONGO_IMAGE, BASES.caddy]))
})

test('only the proxy is published to other hosts, and Grafana to this host', () => {
  const published = every.flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`))
  expect(published).toEqual(['proxy 0.0.0.0:8080:8080', 'grafana 127.0.0.1:3000:3000'])
  const internal = Object.keys(networks).filter((name) => networks[name]?.internal)
  expect(internal).toEqual(['edge', 'system'])
  const membersOf = (network: string) =>
    every.filter(([, service]) => service.networks?.includes(network)).map(([name]) => name)
  expect(membersOf('edge')).toEqual(['proxy', 'gateway'])
  expect(membersOf('entry')).toEqual(['proxy', 'grafana'])
  expect(membersOf('outside')).toEqual(['notifications'])
})

test('the collector that the documentation adds reaches our processes and the outside', () => {
  const [, override = ''] = /^```yaml\n([\s\S]*?collector:[\s\S]*?)^```$/m.exec(textOf('deploy/README.md')) ?? []
  const Override = z.object({ services: z.object({ collector: z.object({ networks: z.array(z.string()) }) }) })
  const reached = Override.parse(parse(override)).services.collector.networks
  expect(reached).toContain('system')
  for (const network of reached) expect(networks).toHaveProperty(network)
  expect(reached.some((network) => !networks[network]?.internal)).toBe(true)
})

test('every service has limits for memory and logs and a pinned version', () => {
  for (const [name, { mem_limit, logging, image }] of every) {
    expect(mem_limit, name).toMatch(/^\d+m$/)
    expect(logging.options, name).toEqual({ 'max-size': '10m', 'max-file': '3' })
    if (!isOwn(image)) expect(image, name).toMatch(/:v?\d+\.\d+/)
  }
})

test('the heap of our processes has the same limit in compose, in Kubernetes and under npm start', () => {
  const ofCompose = every.flatMap(([, { image, environment }]) =>
    isOwn(image) ? (environment.NODE_OPTIONS ?? 'none') : [],
  )
  expect(new Set(ofCompose)).toEqual(new Set([HEAP_LIMIT]))
  const folder = join(root, 'deploy/kubernetes')
  const ofKubernetes = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/name: NODE_OPTIONS, value: (\S+)/g)])
    .map(([, value]) => value)
  expect(new Set(ofKubernetes)).toEqual(new Set([HEAP_LIMIT]))
})

test('the service’s own processes have a read-only file system and start without a shell', () => {
  const own = every.filter(([, { image }]) => isOwn(image))
  expect(own).toHaveLength(13)
  for (const [name, { read_only, command = [], entrypoint = [] }] of own) {
    expect(read_only, name).toBe(true)
    expect([...entrypoint, ...command][0], name).toBe('node')
  }
})

test('one service builds the image, and the others never pull it', () => {
  const own = every.filter(([, { image }]) => isOwn(image))
  expect(own.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['gateway'])
  for (const [name, { build, pull_policy }] of own) expect(pull_policy, name).toBe(build ? undefined : 'never')
})

test('each of our services has a number of replicas that `up` keeps', () => {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  for (const name of ['gateway', 'auth', 'catalog', 'inventory', 'notifications', 'reporting']) {
    expect(services[name]?.scale, name).toBe(1)
    expect(text).toContain(`scale: \${${name.toUpperCase()}_REPLICAS:-1}`)
  }
})

test('health checks are frequent at the start and rare afterwards, and start no runtime of their own but for mongosh', () => {
  const checked = every.flatMap(([name, { healthcheck }]) => (healthcheck ? [{ name, ...healthcheck }] : []))
  expect(checked.length).toBeGreaterThan(8)
  for (const {
    name,
    test: [, program],
    interval,
    start_interval,
  } of checked) {
    expect(['wget', 'nc', 'redis-cli', 'mongosh'], name).toContain(program)
    expect(interval, name).toBe(program === 'mongosh' ? '300s' : '60s')
    expect(Number.parseInt(start_interval, 10), name).toBeLessThanOrEqual(5)
  }
})

test('a container of the mongo image that is not a database runs its tool as entrypoint and leaves no volume behind', () => {
  const tools = { 'mongodb-key': 'install', backup: 'mongodump', restore: 'mongorestore' }
  for (const [name, program] of Object.entries(tools)) {
    expect(services[name]?.entrypoint?.[0], name).toBe(program)
    expect(services[name]?.tmpfs, name).toEqual(['/data/db', '/data/configdb'])
  }
})

test('failures of the proxy itself have the error object of the interface', () => {
  const caddyfile = readFileSync(join(root, 'deploy/proxy/Caddyfile'), 'utf8')
  const bodies = [...caddyfile.matchAll(/respond `([^`]+)` (\d+)/g)].map(([, body = '', status]) => ({
    status: Number(status),
    body: JSON.parse(body),
  }))
  expect(bodies.map(({ status, body }) => [status, body.statusCode, body.error])).toEqual([
    [400, 400, 'bad_request'],
    [503, 503, 'service_unavailable'],
    [504, 504, 'outcome_unknown'],
  ])
  expect(caddyfile).toMatch(/lb_try_duration 20s/)
})

test('every service waits only for services that have a health check or end, and that are in its profiles', () => {
  for (const [name, { depends_on }] of every) {
    for (const [needed, { condition }] of Object.entries(depends_on)) {
      const other = services[needed]
      expect(other, `${name} needs ${needed}`).toBeDefined()
      if (condition === 'service_healthy') expect(other?.healthcheck, `${needed} must tell its health`).toBeDefined()
      else expect(other?.restart, `${needed} must end`).toBe('no')
      expect(other?.profiles.every((profile) => services[name]?.profiles.includes(profile))).toBe(true)
    }
  }
})

test('every file, folder, volume and network that a service uses exists', () => {
  for (const [name, service] of every) {
    for (const network of service.networks ?? []) expect(networks, name).toHaveProperty(network)
    for (const volume of service.volumes) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('.')) expect(existsSync(join(root, source)), `${name}: ${source}`).toBe(true)
      else expect(volumes, name).toHaveProperty(source)
    }
  }
})

test('an update replaces readers of events before senders of new ones, in the order that is tested under load', () => {
  const [, sequence = ''] = /^for service in (.*); do$/m.exec(readFileSync(join(root, 'deploy/update'), 'utf8')) ?? []
  expect(sequence.split(' ')).toEqual(serviceNames)
  const isBefore = (one: string, other: string) => sequence.indexOf(one) < sequence.indexOf(other)
  for (const publisher of ['catalog', 'inventory']) expect(isBefore('notifications', publisher)).toBe(true)
})

test('setup creates every secret that is used, keeps those that exist, and lets only the owner open the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const made = join(folder, 'secrets')
  const setUp = () => execFileSync(join(root, 'deploy/setup'), [made], { stdio: 'pipe' })
  const contents = () => readdirSync(made).map((name) => [name, readFileSync(join(made, name), 'utf8')])
  setUp()
  const first = contents()
  setUp()
  expect(contents()).toEqual(first)
  expect(statSync(made).mode & 0o777).toBe(0o700)

  const used = every.flatMap(([, service]) =>
    service.secrets.map((secret) => (typeof secret === 'string' ? secret : secret.source)),
  )
  expect(new Set(used)).toEqual(new Set(Object.keys(secrets)))
  // Below the container's limit of 640 MB; RabbitMQ would reckon with the host's memory.
  expect(readFileSync(join(made, 'rabbitmq-conf'), 'utf8')).toContain('vm_memory_high_watermark.absolute = 400MiB')
  expect(services.rabbitmq?.mem_limit).toBe('640m')
  const definitions = readFileSync(join(made, 'rabbitmq-definitions'), 'utf8')
  expect(definitions).not.toContain('@')
  expect(definitions).toContain(readFileSync(join(made, 'rabbitmq-auth'), 'utf8'))
  expect(Definitions.parse(JSON.parse(definitions)).users.map(({ tags }) => tags)).toEqual(Array(8).fill(''))
  for (const [name, { file }] of Object.entries(secrets)) {
    expect(file).toBe(`./deploy/secrets/${name}`)
    expect(readFileSync(join(made, name), 'utf8').trim().length, name).toBeGreaterThanOrEqual(64)
  }
  for (const [name, service] of every) {
    for (const [variable, value] of Object.entries(service.environment)) {
      const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1]
      if (secret !== undefined) expect(service.secrets, `${name}: ${variable}`).toContain(secret)
    }
  }
})

test('setup adds the secrets that an earlier version lacks, and closes their folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const earlier = { system: 'a'.repeat(64), redis: 'b'.repeat(64) }
  for (const [name, secret] of Object.entries(earlier)) writeFileSync(join(folder, name), secret)
  chmodSync(folder, 0o755)
  execFileSync(join(root, 'deploy/setup'), [folder], { stdio: 'pipe' })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const [name, secret] of Object.entries(earlier)) expect(readFileSync(join(folder, name), 'utf8')).toBe(secret)
  for (const name of Object.keys(secrets)) expect(existsSync(join(folder, name)), name).toBe(true)
  // The secrets of existing webhooks derive from the system secret; nothing else does.
  const heirs = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(earlier.system))
  expect(heirs.toSorted()).toEqual(['secret-notifications', 'system'])
})
