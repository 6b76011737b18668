import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../../local/servers/ports.ts'
import { handWritten, root, textOf } from '../../docs/docs.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import { createApi } from '../../support/system/api.ts'
import { type StartedSystem, startAsUsersDo } from '../../support/system/started.ts'
import { createReader } from './as-printed.ts'
import { firstEventCommands, openTerminal } from './first-event.ts'
import { withResponses } from './renew.ts'
import { jsonValuesOf, responsesIn, toComparable } from './responses.ts'
import { play } from './session.ts'
import { type Step, stepsOf } from './steps.ts'

const RECIPES = 'docs/integrating.md'
const recipes = stepsOf(textOf(RECIPES))
const sendsRequests = (command: string) => command.includes('curl ')
const isRenewing = process.env.UPDATE_README !== undefined
const hasCurl = spawnSync('curl', ['--version']).status === 0

const folder = mkdtempSync(join(tmpdir(), 'inventory-requests-'))
const dataDir = join(folder, 'data')
let system: StartedSystem
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  system = await startAsUsersDo(dataDir, {
    MONGODB_URI: serverUrl('MONGODB_URI'),
    RABBITMQ_URL: serverUrl('RABBITMQ_URL'),
    REDIS_URL: serverUrl('REDIS_URL'),
    SYSTEM_NAME: uniqueSystem(),
    // A reader takes more than a minute for the page, and receives webhooks somewhere else than on the loopback.
    RATE_LIMIT_PER_MINUTE: '1000000000',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // As its page on repeats says.
    SANDBOX: 'on',
  })
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** What a reader puts in: where the system is, the secret that it printed, the address of a receiver. */
const placeholders = () => [
  ['http://localhost:8080', system.origin],
  ['client_secret=SECRET', `client_secret=${system.clientSecret}`],
  ['https://shop.example.com/inventory', receiver.url],
]

async function playSteps(steps: readonly Step[]): Promise<string[]> {
  const put = (text: string) =>
    placeholders().reduce((all, [shown = '', used = '']) => all.replaceAll(shown, used), text)
  const shown = (text: string) =>
    placeholders().reduce((all, [shown = '', used = '']) => all.replaceAll(used, shown), text)
  const outputs = await play(
    steps.map(({ command }) => put(command)),
    { folder, dataDir },
  )
  return outputs.map(shown)
}

test('the README and the recipes for integrators send requests', () => {
  const withRequests = handWritten.filter((document) => stepsOf(textOf(document), sendsRequests).length > 0)
  expect(withRequests).toEqual(['README.md', RECIPES])
})

describe.skipIf(!hasCurl)('the recipes for integrators, on a fresh system', () => {
  let steps: { command: string; printed: unknown; got: unknown }[]
  beforeAll(async () => {
    const outputs = await playSteps(recipes)
    const read = createReader()
    steps = recipes.map(({ command, answers }, index) => {
      const printed = answers.map(toComparable)
      const put = responsesIn(outputs[index] ?? 'The shell has ended.', answers).map(toComparable)
      const got = put.map((answer, place) => read(answer, printed[place]))
      return { command, printed, got }
    })
    const isRenewed = isRenewing && !isDeepStrictEqual(steps.map(toPrinted), steps.map(toGot))
    if (isRenewed) writeFileSync(join(root, RECIPES), withResponses(textOf(RECIPES), recipes, outputs))
  })
  const toPrinted = ({ printed }: { printed: unknown }) => printed
  const toGot = ({ got }: { got: unknown }) => got

  const titled = recipes.map(({ section, command }, index) => ({ section, index, first: command.split('\n', 1)[0] }))
  test.each(titled)('$section: $first … answers what is printed', ({ index }) => {
    const { command, printed, got } = steps[index] ?? {}
    expect({ command, answers: got }).toEqual({ command, answers: isRenewing ? got : printed })
  })
})

test.skipIf(!hasCurl)('the requests of the README work as they are written', async () => {
  const outputs = await playSteps(stepsOf(textOf('README.md'), sendsRequests))
  const answers = outputs.flatMap((output) => jsonValuesOf(output) ?? [output])
  expect(answers.length).toBeGreaterThanOrEqual(4)
  expect(answers).toContainEqual(expect.objectContaining({ status: 'received' }))
  expect(answers).not.toContainEqual(expect.objectContaining({ error: expect.anything() }))
})

test('the function that verifies a webhook accepts a message of the service, and no changed, old or incomplete one', async () => {
  const [, source = ''] = /^```js\n([\s\S]*?)^```$/m.exec(textOf(RECIPES)) ?? []
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  const url = `${system.origin}/api/v1`
  const credentials = { client_id: system.clientId, client_secret: system.clientSecret }
  const { body: token } = await createApi(url).auth.issueToken({ grant_type: 'client_credentials', ...credentials })
  const { notifications } = createApi(url, token.access_token)
  const webhook = { name: 'verified', url: `${receiver.url}/verified`, events: ['item.created' as const] }
  const { rec, secret } = (await notifications.createWebhook(webhook)).body
  await notifications.testWebhook({ rec })
  const { headers, body } = receiver.received.find(({ path }) => path.endsWith('/verified')) ?? {}
  expect(isGenuine(secret, headers, body)).toBe(true)
  expect(isGenuine(secret, headers, `${body} `)).toBe(false)
  const forged = [
    {},
    { ...headers, 'webhook-timestamp': '1' },
    { ...headers, 'webhook-timestamp': 'now' },
    { ...headers, 'webhook-signature': undefined },
    { ...headers, 'webhook-signature': String(headers?.['webhook-signature']).replace(/.$/, 'é') },
  ]
  for (const given of forged) expect(isGenuine(secret, given, body), JSON.stringify(given)).toBe(false)
})

const isReceiver = (command: string) => command.startsWith('node ')

test('the receiver of the README accepts what it is sent, and prints it', async () => {
  const command = firstEventCommands(textOf('README.md')).find(isReceiver) ?? ''
  const port = await findFreePort()
  await using terminal = await openTerminal(folder)
  terminal.type(command.replace('4000', String(port)))
  const body = JSON.stringify({ type: 'inventory.received' })
  const send = () =>
    fetch(`http://localhost:${port}/hook`, { method: 'POST', body }).then(({ status }) => status, String)
  await expect.poll(send).toBe(200)
  await terminal.until(body)
})

test('the first event of the README arrives within ten commands, signed as a webhook is', async () => {
  const commands = firstEventCommands(textOf('README.md'))
  expect(commands.length).toBeLessThanOrEqual(10)
  const [build, ...others] = commands.filter((command) => !isReceiver(command))
  expect(build).toContain('npm ci && npm run build')
  await using receiver = await startReceiver()
  await using terminal = await openTerminal(folder)
  for (const command of others) {
    terminal.type(
      command
        .replace('SECRET', system.clientSecret)
        .replace('http://localhost:8080', system.origin)
        .replace('http://localhost:4000/hook', receiver.url),
    )
    if (command.includes(' & ')) await terminal.until('Listening')
  }
  const received = await receiver.take(2)
  const events = received.map(({ headers, body }) => [headers['webhook-signature'], JSON.parse(body).type])
  expect(events).toEqual([
    [expect.stringMatching(/^v1,/), 'inventory.received'],
    [expect.stringMatching(/^v1,/), 'inventory.reversed'],
  ])
  const [, source = ''] = /^```js\n([\s\S]*?)^```$/m.exec(textOf(RECIPES)) ?? []
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  const { secret } = JSON.parse(readFileSync(join(folder, 'listen.json'), 'utf8'))
  for (const { headers, body } of received) expect(isGenuine(secret, headers, body)).toBe(true)
})
