import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anItem } from '../support/records/factories.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../support/system/system.ts'
import { handWritten, textOf } from './documents.ts'

let system: TestSystem
let client: TestClient
beforeAll(async () => {
  system = await startSystem()
  await registerBasics(system.call)
  client = await system.createClient()
  await client.api.catalog.createItem(anItem({ shortID: 'BOLT-M6-30' }))
})
afterAll(() => system[Symbol.asyncDispose]())

/** Every shell block of a document that sends requests, as one script. */
const requestsIn = (document: string) =>
  [...textOf(document).matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes('curl '))
    .join('\n')

/** Fails on an answer that is no success, and ends each answer with a line end. */
const PRELUDE = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; echo; }
`

const withRequests = handWritten.filter((document) => requestsIn(document) !== '')

test('the README and the recipes for integrators send requests', () => {
  expect(withRequests).toEqual(['README.md', 'docs/integrating.md'])
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl).each(withRequests)('the requests of %s work as they are written', async (document) => {
  const script = requestsIn(document)
    .replaceAll('http://localhost:8080/api/v1', system.url)
    .replaceAll('client_id=demo', `client_id=${client.clientId}`)
    .replaceAll('client_secret=SECRET', `client_secret=${client.clientSecret}`)
  const { stdout } = await promisify(execFile)('bash', ['-c', PRELUDE + script])
  const answers = stdout.trim().split('\n')
  for (const answer of answers) expect(() => JSON.parse(answer), answer).not.toThrow()
  expect(answers.length).toBeGreaterThanOrEqual(4)
  expect(answers.some((answer) => answer.includes('"status":"received"'))).toBe(true)
})
