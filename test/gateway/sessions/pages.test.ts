import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readGatewayConfig } from '../../../gateway/config.ts'
import { builtConsole } from '../../../gateway/sessions/pages.ts'
import { buildConsole } from '../../../local/build-console.ts'
import { ensureKeyFiles } from '../../../local/key-files.ts'
import { keep } from '../../support/keep.ts'
import { originOf } from '../../support/system/console.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

const folder = mkdtempSync(join(tmpdir(), 'inventory-console-'))
const consoleFolder = join(folder, 'dist')
const page = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>'
const script = `export const numbers = [${'1234567890, '.repeat(500)}]\n`

let system: TestSystem
let origin: string
beforeAll(async () => {
  mkdirSync(join(consoleFolder, 'assets'), { recursive: true })
  writeFileSync(join(consoleFolder, 'index.html'), page)
  writeFileSync(join(consoleFolder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(consoleFolder, 'worker.js'), "addEventListener('fetch', () => undefined)")
  writeFileSync(join(consoleFolder, '.sources'), 'hash of the sources')
  writeFileSync(join(consoleFolder, 'assets/index-9E7Cignx.js'), script)
  writeFileSync(join(folder, 'secret.txt'), 'a secret beside the folder')
  system = await startSystem({ services: ['gateway'], consoleFolder, rateLimitPerMinute: 1 })
  origin = originOf(system)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const get = (path: string) => request(origin).get(path)

describe('The pages of the console', () => {
  it.each(['/console', '/console/', '/console/stock?wid=1', '/console/items/BOLT-M6-30', '/console/api'])(
    'answer %s with the start page, which browsers ask for each time',
    async (path) => {
      const { status, headers, text } = await get(path)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(text).toMatch(/^<!doctype html>/)
    },
  )

  it('allow nothing from another host, no frame, and styles with a nonce that is new each time', async () => {
    const nonces = []
    for (const { headers, text } of [await get('/console'), await get('/console')]) {
      const [, nonce = ''] = /content="([\w+/]{22}==)"/.exec(text) ?? []
      expect(text).toBe(page.replaceAll('__CSP_NONCE__', nonce))
      const rules = String(headers['content-security-policy']).split('; ')
      expect(rules).toEqual([
        "default-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ])
      nonces.push(nonce)
    }
    expect(new Set(nonces).size).toBe(2)
  })

  it('have files that browsers keep for ever, compressed; a name that is not there is 404 and no page', async () => {
    const { status, headers, text } = await get('/console/assets/index-9E7Cignx.js')
    expect([status, text]).toEqual([200, script])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const plain = await get('/console/assets/index-9E7Cignx.js').set('accept-encoding', 'identity')
    expect([plain.text, plain.headers['content-encoding']]).toEqual([script, undefined])
    const gone = await get('/console/assets/index-OLD.js')
    expect([gone.status, gone.body.error]).toEqual([404, 'not_found'])
    const icon = await get('/console/icon.svg')
    expect([icon.headers['content-type'], icon.headers['cache-control']]).toEqual(['image/svg+xml', 'no-cache'])
  })

  it('have a service worker for all of the console, which may reach this host alone and is asked for each time', async () => {
    const { status, headers } = await get('/console/worker.js')
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'self'",
      'service-worker-allowed': '/console',
    })
  })

  it('take no writes', async () => {
    const { status, headers, body } = await request(origin).post('/console/stock')
    expect([status, headers.allow, body.error]).toEqual([501, 'GET, HEAD', 'not_implemented'])
  })

  it.each([
    '/console/../secret.txt',
    '/console/assets/../../secret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/..%2fsecret.txt',
    '/console/assets/..%2f..%2fsecret.txt',
    '/console//secret.txt',
    '/console/..\\secret.txt',
    '/console/.sources',
    `/console/${folder}/secret.txt`,
  ])('show no file beside or hidden in their folder: %s', async (path) => {
    // Other clients tidy the path up before they send it.
    const sent = httpRequest({ host: '127.0.0.1', port: new URL(origin).port, path })
    const body = await new Promise<string>((resolve, reject) => {
      sent.on('response', (answer) => resolve(text(answer))).on('error', reject)
      sent.end()
    })
    expect(body).not.toContain('secret')
    expect(body).not.toContain('hash of the sources')
    expect(body).toMatch(/^<!doctype html>|^\{"statusCode":40[0134],/)
  })

  it('are 404 before they are built, and an unknown path without the console', async () => {
    const unbuilt = keep(await startSystem({ services: ['gateway'], consoleFolder: join(folder, 'nowhere') }))
    const missing = await request(originOf(unbuilt)).get('/console')
    expect([missing.status, missing.body.message]).toEqual([404, 'The console is not built.'])
    const without = keep(await startSystem({ services: ['gateway'] }))
    for (const path of ['/console', '/console/session', '/console/api/Item', '/console/assets/index-9E7Cignx.js']) {
      const { status, body } = await request(originOf(without)).get(path)
      expect([status, body.message], path).toEqual([404, 'There is no such path.'])
    }
  })

  it('are switched off by CONSOLE', () => {
    const servers = { RABBITMQ_URL: 'amqp://h', REDIS_URL: 'redis://h' }
    const env = { ...servers, ...ensureKeyFiles(folder).of('gateway') }
    expect(readGatewayConfig(env).consoleFolder).toBe(builtConsole)
    expect(readGatewayConfig({ ...env, CONSOLE: 'off' }).consoleFolder).toBeUndefined()
  })
})

describe('The build of the console', () => {
  it('makes pages that the gateway serves, and is done once', async () => {
    const lines: string[] = []
    await buildConsole((line) => lines.push(line))
    lines.length = 0
    await buildConsole((line) => lines.push(line))
    expect(lines).toEqual([])
    const built = keep(await startSystem({ services: ['gateway'], consoleFolder: builtConsole }))
    const { text } = await request(originOf(built)).get('/console')
    expect(text).not.toContain('__CSP_NONCE__')
    const [script = ''] = /\/console\/assets\/[\w-]+\.js/.exec(text) ?? []
    expect((await request(originOf(built)).get(script)).status).toBe(200)
    const worker = await request(originOf(built)).get('/console/worker.js')
    const kept = [...new Set(worker.text.match(/\/console\/[\w./-]+/g))]
    expect(kept).toEqual(expect.arrayContaining([script, '/console/icon.svg']))
    for (const path of kept) expect([path, (await request(originOf(built)).get(path)).status]).toEqual([path, 200])
  }, 300_000)
})
