import { isIP } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, expect } from 'vitest'
import { bareHost, type FindAddresses } from '../../../services/notifications/webhooks/endpoints/address-guard.ts'
import type { Params } from '../../../shared/contract/core/operation.ts'
import type { Change } from '../../../shared/contract/notifications/changes.ts'
import type { Attempt, Webhook, webhooks } from '../../../shared/contract/notifications/webhooks.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from '../../support/receiver.ts'
import { receiverCertificate } from '../../support/receiver-certificate.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { type ClientRights, serverUrl, startSystem, type TestClient } from '../../support/system/system.ts'

/** The parts of a message that tests check. */
export type Message = Pick<Change, 'type' | 'sequence' | 'id'> & {
  readonly timestamp: string
  readonly data: Record<string, unknown>
}

const schedule = { firstPauseMs: 50, factor: 2, longestPauseMs: 200, jitter: 0.2, giveUpAfterMs: 86_400_000 }

/** A system with short pauses between attempts, and a clock of deliveries that can be put forward. */
export async function startWebhookWorld({ timeoutMs = 1_500, lookMs = 50, mongoUri = serverUrl('MONGODB_URI') } = {}) {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const options = { schedule, timeoutMs, leaseMs: 2 * timeoutMs, lookMs, now }
  const names = new Map<string, readonly string[]>()
  const findAddresses: FindAddresses = async (written) => {
    const host = bareHost(written)
    const addresses = isIP(host) ? [host] : names.get(host)
    if (!addresses) throw new Error(`The name ${host} has no address.`)
    return addresses
  }
  const system = await startSystem({ mongoUri, webhooks: { options, findAddresses, ca: receiverCertificate.cert } })
  const receivers: Receiver[] = []
  const made: { readonly client: TestClient; readonly rec: number }[] = []
  await registerBasics(system.call)
  const operator = await system.createClient()
  const { shortID } = (await operator.api.catalog.createItem(anItem())).body

  const logOf = async ({ api }: TestClient, rec: number): Promise<Attempt[]> =>
    (await api.notifications.listWebhookLog({ rec, pageSize: 250 })).body.value

  return {
    system,
    /** The addresses of names; other names have none. */
    names,
    /** Puts the clock of deliveries forward. */
    pass: (ms: number) => {
      aheadMs += ms
    },
    createClient: (rights?: ClientRights) => system.createClient(rights),
    async newReceiver(respond?: Receiver['respond'], certificate?: typeof receiverCertificate): Promise<Receiver> {
      const receiver = await startReceiver(respond, certificate)
      receivers.push(receiver)
      return receiver
    },
    async newWebhook(client: TestClient, url: string, more: Partial<Params<(typeof webhooks)['createWebhook']>> = {}) {
      const { status, body } = await client.api.notifications.createWebhook({
        name: 'Shop',
        url,
        events: ['inventory.received'],
        ...more,
      })
      expect(status, JSON.stringify(body)).toBe(201)
      made.push({ client, rec: body.rec })
      return body
    },
    /** Receives stock as another client; resolves to the transaction's number. */
    async receive(wid = 1): Promise<number> {
      const receipt = aReceipt({ itemID: shortID, units: 1, wid })
      const { status, body } = await untilDone(() => operator.api.inventory.receive(receipt))
      expect(status).toBe(201)
      return body.transactionNo
    },
    /** The log, oldest first, once it has `count` entries. */
    async logged(client: TestClient, rec: number, count: number): Promise<Attempt[]> {
      let log: Attempt[] = []
      const read = async () => {
        log = (await logOf(client, rec)).toReversed()
        return log.length
      }
      await expect.poll(read, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
      return log
    },
    /** Resolves once the webhook is as expected. */
    async webhookWith({ api }: TestClient, rec: number, expected: Partial<Webhook>): Promise<void> {
      await expect
        .poll(async () => (await api.notifications.getWebhook({ rec })).body, { timeout: 10_000 })
        .toMatchObject(expected)
    },
    /** Removes the webhooks and receivers of a test. */
    async clear() {
      for (const { client, rec } of made.splice(0)) await client.api.notifications.deleteWebhook({ rec })
      for (const receiver of receivers.splice(0)) await receiver[Symbol.asyncDispose]()
    },
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}

/** Repeats a request as long as a busy system refuses it with 503, which means that it had no effect. */
export async function untilDone<T extends { readonly status: number }>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await request()
    if (answer.status !== 503) return answer
  }
}

/** A world and a client for all tests of a file. The webhooks and receivers of a test are removed after it. */
export async function useWebhookWorld() {
  const world = await startWebhookWorld()
  afterEach(() => world.clear())
  afterAll(() => world[Symbol.asyncDispose]())
  return { world, client: await world.createClient() }
}

/** The message of a request whose signature the library of Standard Webhooks has verified. */
export function verified({ headers, body }: ReceivedRequest, secret: string): Message {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  // The tests check its shape.
  return new Verifier(secret).verify(body, sent) as Message
}

/** The message of a request, without verification. */
export const messageOf = ({ body }: ReceivedRequest): Message => JSON.parse(body)

/** The transaction numbers in the messages of requests. */
export const numbersOf = (requests: readonly ReceivedRequest[]) =>
  requests.map((request) => messageOf(request).data.transactionNo)
