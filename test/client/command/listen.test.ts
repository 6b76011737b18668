import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { type ReceivedRequest, startReceiver } from '../../support/receiver.ts'
import { anItem } from '../../support/records/factories.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'
import { createCommandLine, credentialsOf } from './command-line.ts'

let system: TestSystem
let owner: TestClient
beforeAll(async () => {
  system = await startSystem()
  owner = await system.createClient()
})
afterAll(() => system[Symbol.asyncDispose]())

const createItem = async () => (await owner.api.catalog.createItem(anItem())).body.shortID

async function aReceiver() {
  const receiver = await startReceiver()
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  return receiver
}

function aLine(client = owner) {
  const line = createCommandLine(credentialsOf(system.url, client))
  onTestFinished(() => line[Symbol.dispose]())
  const start = async (url: string, ...args: string[]) => {
    const running = line.start([
      'listen',
      '--forward-to',
      url,
      '--types',
      'item.created',
      '--state',
      'state.json',
      ...args,
    ])
    await running.printed(/^Signing with whsec_\S+$/m)
    const [, secret = ''] = /^Signing with (\S+)$/m.exec(running.stdout()) ?? []
    return { ...running, secret }
  }
  const state = () => JSON.parse(readFileSync(join(line.folder, 'state.json'), 'utf8'))
  /** Starts it, and waits until it has a position. */
  const begin = async (url: string, ...args: string[]) => {
    const running = await start(url, ...args)
    await expect.poll(state).toEqual({ sequence: expect.any(Number), secret: running.secret })
    return running
  }
  /** A file with a secret. */
  const written = (secret: string) => {
    const file = join(line.folder, 'secret')
    writeFileSync(file, `${secret}\n`)
    return file
  }
  return { ...line, start, begin, state, written }
}

/** The function that the recipes give to receivers. */
async function documentedCheck(): Promise<(secret: string, headers: object, body: string) => boolean> {
  const recipes = readFileSync(new URL('../../../docs/integrating.md', import.meta.url), 'utf8')
  const [, source = ''] = /^```js\n([\s\S]*?)^```$/m.exec(recipes) ?? []
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).isGenuine
}

const shortIDsOf = (received: readonly ReceivedRequest[]) => received.map(({ body }) => JSON.parse(body).data.shortID)

test('a change is delivered as a webhook delivers it, and its signature verifies', async () => {
  const receiver = await aReceiver()
  const own = await aReceiver()
  const webhook = { name: 'same', url: receiver.url, events: ['item.created' as const] }
  const { secret: secretOfWebhook } = (await owner.api.notifications.createWebhook(webhook)).body
  const { secret } = await aLine().begin(own.url)
  await createItem()
  const [delivered] = await receiver.take(1)
  const [sent] = await own.take(1)
  if (!delivered || !sent) throw new Error('Nothing arrived')
  expect(sent.body).toBe(delivered.body)
  expect(sent.method).toBe(delivered.method)
  expect(Object.keys(sent.headers).toSorted()).toEqual(Object.keys(delivered.headers).toSorted())
  for (const name of ['content-type', 'content-length', 'connection'])
    expect(sent.headers[name], name).toBe(delivered.headers[name])
  const { sequence } = JSON.parse(sent.body)
  expect(sent.headers['webhook-id']).toBe(`msg_0_${sequence}`)
  const isGenuine = await documentedCheck()
  expect(isGenuine(secret, sent.headers, sent.body)).toBe(true)
  expect(isGenuine(secretOfWebhook, sent.headers, sent.body)).toBe(false)
  // Headers of a request that Node has read are in lower case, each with one value.
  expect(new Webhook(secret).verify(sent.body, sent.headers as Record<string, string>)).toEqual(JSON.parse(sent.body))
})

test('listen continues after a restart, even after a kill, without a repeat and with the same secret', async () => {
  const receiver = await aReceiver()
  const { begin, start, state, folder } = aLine()
  const first = await begin(receiver.url)
  const created = [await createItem(), await createItem()]
  await first.printed(/: 204\n\d.*: 204\n/)
  const { code } = await first.end('SIGTERM')
  expect(code).toBe(0)
  expect(statSync(join(folder, 'state.json')).mode & 0o777).toBe(0o600)
  created.push(await createItem())
  const second = await start(receiver.url)
  await receiver.take(3)
  const { sequence } = JSON.parse(receiver.received[2]?.body ?? '')
  await expect.poll(() => state().sequence).toBeGreaterThanOrEqual(sequence)
  await second.end('SIGKILL')
  created.push(await createItem())
  const third = await start(receiver.url)
  await receiver.take(4)
  await third.end('SIGTERM')
  expect(shortIDsOf(receiver.received)).toEqual(created)
  expect([second.secret, third.secret]).toEqual([first.secret, first.secret])
})

test('a refused change is reported, and sent again with the same id before the next change', async () => {
  const receiver = await aReceiver()
  receiver.respond = (_, response) => {
    if (receiver.received.length === 1) response.writeHead(500).end()
    else if (receiver.received.length === 2) response.writeHead(302, { location: receiver.url }).end()
    else response.writeHead(204).end()
  }
  const running = await aLine().begin(receiver.url)
  const created = [await createItem(), await createItem()]
  const received = await receiver.take(4)
  expect(shortIDsOf(received)).toEqual([created[0], created[0], created[0], created[1]])
  expect(new Set(received.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const { code, stderr } = await running.end('SIGTERM')
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^\d+ item\.created: 500\. Sent again in 1 s\.\n\d+ item\.created: 302\. Sent again in 2 s\.\n$/,
  )
})

test('without a receiver listen reports it, keeps its position, and delivers once there is one', async () => {
  const { port, url } = await aReceiver().then(async (gone) => {
    await gone[Symbol.asyncDispose]()
    return gone
  })
  const { begin, state } = aLine()
  const running = await begin(url)
  const { sequence } = state()
  const shortID = await createItem()
  await running.printed(/item\.created: ECONNREFUSED\. Sent again in 1 s\./)
  expect(state().sequence).toBe(sequence)
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    for await (const part of request) bodies.push(String(part))
    response.writeHead(200).end()
  }).listen(port, '127.0.0.1')
  onTestFinished(() => {
    server.close()
  })
  await running.printed(/item\.created: 200/)
  expect(JSON.parse(bodies.join(''))).toMatchObject({ data: { shortID } })
  expect(await running.end('SIGINT')).toMatchObject({ code: 0 })
})

test('a given secret is used and kept', async () => {
  const receiver = await aReceiver()
  const { begin, state, run, written } = aLine()
  const secret = `whsec_${Buffer.from('a secret of my own').toString('base64')}`
  const running = await begin(receiver.url, '--secret-file', written(secret))
  await createItem()
  const [sent] = await receiver.take(1)
  expect((await documentedCheck())(secret, sent?.headers ?? {}, sent?.body ?? '')).toBe(true)
  await running.end('SIGTERM')
  expect(state().secret).toBe(secret)
  const bad = ['--secret-file', written('whsec_%')]
  expect(await run(['listen', '--forward-to', receiver.url, ...bad])).toMatchObject({ code: 2 })
  // The argument, which other users of the machine see.
  const shown = await run(['listen', '--forward-to', receiver.url, '--secret', secret])
  expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining('--secret-file') })
  expect(shown.stderr).not.toContain(secret)
  expect(await run(['listen', '--forward-to', 'localhost:4000'])).toMatchObject({ code: 2 })
  expect(await run(['listen'])).toMatchObject({ code: 2 })
})

test('revoked credentials are reported and end the command', async () => {
  const receiver = await aReceiver()
  const client = await system.createClient()
  const running = await aLine(client).begin(receiver.url)
  await system.call(auth.disableClient, { clientId: client.clientId })
  const { code, stderr } = await running.end()
  expect(code).toBe(1)
  expect(stderr).toContain('Run inventory login again.')
})
