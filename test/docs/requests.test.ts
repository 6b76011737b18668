import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { anItem } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'
import { handWritten, textOf } from './documents.ts'

let system: TestSystem
let client: TestClient
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  system = await startSystem()
  await registerBasics(system.call)
  await system.call(inventory.createVendor, { id: 101, shortID: 'BOLTCO', name: 'Bolt Company' })
  await system.call(inventory.createCustomer, { id: 7, shortID: 'HANSE', name: 'Hanse Automation' })
  client = await system.createClient()
  await client.api.catalog.createItem(anItem({ shortID: 'BOLT-M6-30' }))
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const blocksOf = (document: string, language: string) =>
  [...textOf(document).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, block = '']) =>
    of === language ? [block] : [],
  )

/** Every shell block of a document that sends requests, as one script. */
const requestsIn = (document: string) =>
  blocksOf(document, 'sh')
    .filter((block) => block.includes('curl '))
    .join('\n')

/** Writes each answer to stderr too, on a line of its own, and fails on one that is no success. */
const PRELUDE = `set -euo pipefail
exec 3>&2
curl() { local answer code=0; answer=$(command curl --fail-with-body "$@") || code=$?; echo "$answer" >&3; echo "$answer"; return $code; }
`

const withRequests = handWritten.filter((document) => requestsIn(document) !== '')

test('the README and the recipes for integrators send requests', () => {
  expect(withRequests).toEqual(['README.md', 'docs/integrating.md'])
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

describe.skipIf(!hasCurl).each(withRequests)('the requests of %s', (document) => {
  let answers: unknown[]

  test('work as they are written', async () => {
    const script = requestsIn(document)
      .replaceAll('http://localhost:8080/api/v1', system.url)
      .replaceAll('client_id=demo', `client_id=${client.clientId}`)
      .replaceAll('client_secret=SECRET', `client_secret=${client.clientSecret}`)
      .replaceAll('https://shop.example.com/inventory', receiver.url)
    const { stderr } = await promisify(execFile)('bash', ['-c', PRELUDE + script])
    answers = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.length).toBeGreaterThanOrEqual(4)
    expect(answers).toContainEqual(expect.objectContaining({ status: 'received' }))
  })

  test('have the answers that are shown', () => {
    const shown = blocksOf(document, 'json').map((block) => JSON.parse(block))
    if (shown.length > 0) expect(answers.map(shapeOf)).toEqual(shown.map(shapeOf))
    expect(shown.length > 0).toBe(document === 'docs/integrating.md')
  })
})

/** Names and types; of a list those of its first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
}

test('the function that verifies a webhook accepts a message of the service, and no changed or old one', async () => {
  const [source = ''] = blocksOf('docs/integrating.md', 'js')
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  const webhook = { name: 'verified', url: `${receiver.url}/verified`, events: ['item.created' as const] }
  const { rec, secret } = (await client.api.notifications.createWebhook(webhook)).body
  await client.api.notifications.testWebhook({ rec })
  const { headers, body } = receiver.received.find(({ path }) => path.endsWith('/verified')) ?? {}
  expect(isGenuine(secret, headers, body)).toBe(true)
  expect(isGenuine(secret, headers, `${body} `)).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toBe(false)
})
