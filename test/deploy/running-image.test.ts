import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../local/servers/ports.ts'
import { serviceNames } from '../../local/services.ts'
import { parsePrometheusText } from '../support/checks/prometheus-text.ts'
import { unique } from '../support/records/factories.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { adminAt } from '../support/system/admin.ts'
import { createApi } from '../support/system/api.ts'
import { type ComposeService, readComposeFile } from './compose-file.ts'
import { buildImage, type Image } from './image.ts'

const root = new URL('../..', import.meta.url).pathname
const { services } = readComposeFile(join(root, 'docker-compose.yml'))
const system = unique('c').toLowerCase()
const folder = mkdtempSync(join(tmpdir(), 'inventory-image-'))
const secrets = join(folder, 'secrets')
/** The services that have a database. */
const databases = serviceNames.filter((name) => name !== 'gateway')
const running = new Map<string, { child: ChildProcess; port: number; adminPort: number }>()
let image: Image

beforeAll(async () => {
  image = await buildImage(join(root, 'deploy/Dockerfile'), root, folder)
  execFileSync(join(root, 'deploy/setup'), [secrets], { stdio: 'pipe' })
  const write = (name: string, address: string) => {
    chmodSync(join(secrets, name), 0o600)
    writeFileSync(join(secrets, name), address)
  }
  for (const name of [...serviceNames, 'ctl']) write(`rabbitmq-url-${name}`, serverUrl('RABBITMQ_URL'))
  write('redis-url', serverUrl('REDIS_URL'))
  for (const name of databases) write(`mongodb-uri-${name}`, serverUrl('MONGODB_URI'))
}, 600_000)

afterAll(async () => {
  for (const { child } of running.values()) child.kill('SIGKILL')
  const connection = await mongoose.createConnection(serverUrl('MONGODB_URI')).asPromise()
  for (const name of databases) await connection.useDb(`${system}-${name}`).dropDatabase()
  await connection.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a service's command in the image with its environment; only names, ports and paths are replaced. */
function start(name: string, ports: { port: number; adminPort: number }, args?: readonly string[]): ChildProcess {
  const { environment, entrypoint = [], command = [] } = serviceOf(name)
  const given = Object.entries(environment).map(([variable, value]) => [
    variable,
    value.replace(/^\/run\/secrets/, secrets),
  ])
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(given),
    SYSTEM_NAME: system,
    ADMIN_PORT: String(ports.adminPort),
    ...('PORT' in environment && { PORT: String(ports.port) }),
  }
  const [program = '', ...words] = [...entrypoint, ...(args ?? (command.length > 0 ? command : image.command))]
  return spawn(program, words, { cwd: join(image.folder, image.workdir), env, stdio: ['ignore', 'pipe', 'inherit'] })
}

function serviceOf(name: string): ComposeService {
  const service = services[name]
  if (!service) throw new Error(`The compose file has no service ${name}`)
  return service
}

/** Runs a job until it ends; resolves with its output. */
async function runJob(name: string, args?: readonly string[]): Promise<string> {
  const child = start(name, { port: 0, adminPort: 0 }, args)
  if (!child.stdout) throw new Error('The job has no output')
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(code, `${name}: ${output}`).toBe(0)
  return output
}

/** Asks the address of the service's health check until it answers with 200. The image has wget, this machine need not. */
async function becomesHealthy(name: string): Promise<void> {
  const address = serviceOf(name).healthcheck?.test.find((word) => word.startsWith('http'))
  if (address === undefined) throw new Error(`${name} has no health check by HTTP`)
  const url = address.replace('9090', String(running.get(name)?.adminPort))
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
}

/** Starts the services and jobs of this project that a service depends on, then the service; each of them once. */
const comings = new Map<string, Promise<void>>()
function bringUp(name: string): Promise<void> {
  const coming = comings.get(name) ?? bringUpOnce(name)
  comings.set(name, coming)
  return coming
}

async function bringUpOnce(name: string): Promise<void> {
  const { image, depends_on, restart } = serviceOf(name)
  if (!image.startsWith('inventory-service:')) return
  await Promise.all(Object.keys(depends_on).map(bringUp))
  if (restart === 'no') return void (await runJob(name))
  const ports = { port: await findFreePort(), adminPort: await findFreePort() }
  const child = start(name, ports)
  child.stdout?.resume()
  running.set(name, { child, ...ports })
  await becomesHealthy(name)
}

test('each stage of the image builds from exactly what it copies (R17)', () => {
  // Each stage was built by itself, in an empty folder; the last one has what the others made.
  for (const made of [
    'dist/gateway/main.js',
    'dist/bundles/gateway/code-cache',
    'dist/ctl/main.js',
    'console/dist/index.html',
    'docs/integrating.md',
  ])
    expect(readFileSync(join(image.folder, image.workdir, made), 'utf8'), made).not.toBe('')
})

test('the image runs as an unprivileged user and contains nothing that only builds, tests or npm start need', () => {
  expect(image.user).toBe('node')
  const files = readFileSync(join(image.folder, image.workdir, 'node_modules/.package-lock.json'), 'utf8')
  expect(files).toContain('"node_modules/express"')
  for (const tool of ['vitest', 'typescript', 'dclint', 'pg']) expect(files).not.toContain(`"node_modules/${tool}"`)
  const local = readdirSync(join(image.folder, image.workdir, 'dist/local'))
  expect(local.toSorted()).toEqual(['demo', 'processes', 'services.d.ts', 'services.js'])
})

test('the services start in the order of the compose file, with demo data that a client can read', async () => {
  await Promise.all(['gateway', ...databases].map(bringUp))
  const output = await runJob('demo')
  const [, clientId = ''] = /The demo client: (\S+)/.exec(output) ?? []
  const [, clientSecret = ''] = /Its secret: (\S+)/.exec(output) ?? []
  const url = `http://127.0.0.1:${running.get('gateway')?.port}/api/v1`
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { body } = await createApi(url).auth.issueToken(grant)
  const items = await createApi(url, body.access_token).catalog.listItems({})
  expect(items.status).toBe(200)
  expect(items.body.totalCount).toBeGreaterThan(0)

  const clients = await runJob('ctl', ['--json', 'client', 'list'])
  expect(clients).toContain(clientId)
}, 180_000)

test('the gateway serves the console', async () => {
  await bringUp('gateway')
  const page = await fetch(`http://127.0.0.1:${running.get('gateway')?.port}/console`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
}, 180_000)

test('alerts and dashboards use only metrics that the processes export', async () => {
  const pages = await Promise.all(
    [...running.values()].map(async ({ adminPort }) =>
      (await adminAt(`http://127.0.0.1:${adminPort}`).get('/metrics')).text(),
    ),
  )
  const known = new Set(pages.flatMap((page) => [...page.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)))
  for (const page of pages) parsePrometheusText(page)
  for (const file of ['alerts.yml', 'grafana/dashboards/inventory.json']) {
    const asked = readFileSync(join(root, 'deploy/observability', file), 'utf8').matchAll(
      /\b((?:inventory|process|nodejs)_\w+?)(?:_(?:bucket|count))?\b(?=[{[)\s])/g,
    )
    const names = [...asked].map(([, name]) => name)
    expect(names, file).not.toEqual([])
    expect(
      names.filter((name) => !known.has(name)),
      file,
    ).toEqual([])
  }
})

test('every service exits with 0 on SIGTERM', async () => {
  for (const [name, { child }] of running) {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code, name).toBe(0)
  }
}, 180_000)
