import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anItem } from '../../support/records/factories.ts'
import { startSystem, type TestClient } from '../../support/system/system.ts'
import { type Agent, connectAgent } from './agent.ts'
import { type AgentWorld, startAgentWorld } from './agent-world.ts'

let world: AgentWorld
let { system, itemID } = {} as AgentWorld
beforeAll(async () => {
  world = await startAgentWorld()
  ;({ system, itemID } = world)
})
afterAll(() => world?.[Symbol.asyncDispose]())

/** How many requests of the limit something takes. */
async function takenBy(work: (counted: TestClient) => Promise<unknown>): Promise<number> {
  const counted = await system.createClient()
  const remaining = async () =>
    Number((await counted.api.inventory.listWarehouses({})).headers['x-ratelimit-remaining'])
  const before = await remaining()
  await work(counted)
  return before - (await remaining()) - 1
}

describe('The limit of requests a minute', () => {
  /** The handshake is two messages. */
  const HANDSHAKE = 2
  const byAgent = (work: (agent: Agent) => Promise<unknown>) =>
    takenBy(async ({ token }) => {
      await using counting = await connectAgent(system.url, token)
      await work(counting)
    })

  test('counts a tool, and a record that is read, as the request that they send, and any other message as one', async () => {
    expect(await byAgent(async () => undefined)).toBe(HANDSHAKE)
    expect(await byAgent((agent) => agent.call('listWarehouses'))).toBe(HANDSHAKE + 1)
    const uri = `inventory://records/Item/${itemID}`
    expect(await byAgent(({ client }) => client.readResource({ uri }))).toBe(HANDSHAKE + 1)
    const leadingOut = 'inventory://records/../../llms.txt'
    expect(await byAgent(({ client }) => client.readResource({ uri: leadingOut }).catch(String))).toBe(HANDSHAKE + 1)
  })

  test.each([
    ['planCreateItem', anItem()],
    ['commitReceive', { itemID: 'BOLT', units: 1, wid: 1, reasonCode: 10, plan: 'none' }],
    ['getLot', {}],
  ])('counts a call that is answered without a request too: %s', async (name, args) => {
    expect(await byAgent((agent) => agent.call(name, args).catch(String))).toBe(HANDSHAKE + 1)
  })

  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listWarehouses' } }
  const reading = { ...call, method: 'resources/read', params: { uri: 'inventory://records/Warehouse' } }
  const ofTask = { 'io.modelcontextprotocol/related-task': { taskId: 'a' } }
  const types = { Accept: 'application/json, text/event-stream' }
  test.each([
    ['names one type of answer only', call, { Accept: 'application/json' }],
    ['has no id', { ...call, id: undefined }, types],
    ['is of no version of JSON-RPC', { ...call, jsonrpc: undefined }, types],
    ['is of an unknown version of the protocol', call, { ...types, 'MCP-Protocol-Version': '1900-01-01' }],
    ['comes from a page of another host', call, { ...types, Origin: 'https://elsewhere.example' }],
    ['is in order', call, types],
    ['asks for a task', { ...call, params: { ...call.params, task: { ttl: 60_000 } } }, types],
    ['asks for a task in another form', { ...call, params: { ...call.params, task: 'yes' } }, types],
    ['is of a task', { ...call, params: { ...call.params, _meta: ofTask } }, types],
    ['wants to hear of its progress', { ...call, params: { ...call.params, _meta: { progressToken: 1 } } }, types],
    ['has members that nobody knows', { ...call, task: {}, params: { ...call.params, more: [1] } }, types],
    ['has arguments of another type', { ...call, params: { ...call.params, arguments: 'none' } }, types],
    ['reads a record as a task', { ...reading, params: { ...reading.params, task: { ttl: 1 } } }, types],
    ['reads a record of a task', { ...reading, params: { ...reading.params, _meta: ofTask } }, types],
    ['lists tools as a task', { ...call, method: 'tools/list', params: { task: {} } }, types],
  ])('counts a message that looks like a call and %s as one', async (_, message, headers) => {
    const send = ({ token }: TestClient) =>
      fetch(new URL('/mcp', system.url), {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(message),
      })
    expect(await takenBy(send)).toBe(1)
  })

  test('refuses in words, with how long to wait: a tool, and a record, which is not said to be missing', async () => {
    await using strict = await startSystem({
      services: ['gateway', 'auth', 'catalog', 'inventory'],
      rateLimitPerMinute: 4,
    })
    const { token } = await strict.createClient()
    await using hasty = await connectAgent(strict.url, token)
    await hasty.call('listWarehouses')
    await hasty.call('listWarehouses')
    const limit = '429 rate_limited: Rate limit exceeded. Maximum 4 requests per minute.'
    const call = hasty.call('listWarehouses')
    await expect(call).rejects.toThrow(limit)
    await expect(call).rejects.toThrow(/Wait \d+ s, then call it again\./)
    const read = hasty.client.readResource({ uri: 'inventory://records/Item/ANY' })
    await expect(read).rejects.toThrow(limit)
    await expect(read).rejects.toThrow(/Wait \d+ s, then read it again\./)
  })
})
