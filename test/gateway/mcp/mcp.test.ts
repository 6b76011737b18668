import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTools } from '../../../gateway/mcp/tools.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import { isDryRun } from '../../../shared/contract/core/dry-runs.ts'
import { operations } from '../../../shared/contract/index.ts'
import { createHttpClient } from '../../faults/load/http-client.ts'
import { startSecondGateway } from '../../support/system/console.ts'
import { type Agent, connectAgent } from './agent.ts'
import { type AgentWorld, startAgentWorld } from './agent-world.ts'

let world: AgentWorld
let { system, client, agent, itemID } = {} as AgentWorld
beforeAll(async () => {
  world = await startAgentWorld()
  ;({ system, client, agent, itemID } = world)
})
afterAll(() => world?.[Symbol.asyncDispose]())

const toolsOf = async ({ client: connected }: Agent) => (await connected.listTools()).tools

describe('The tools', () => {
  test('are those that the client may use, and no others', async () => {
    const reader = await system.createClient({ permissions: [permissions.itemMasterList], readOnly: true })
    await using reading = await connectAgent(system.url, reader.token)
    const tools = await toolsOf(reading)
    expect(tools.map(({ name }) => name)).toContain('listStockLevels')
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect(tools.map(({ name }) => name)).not.toContain('planReceive')
    const all = (await toolsOf(agent)).map(({ name }) => name)
    expect(all).toEqual(
      expect.arrayContaining(['planReceive', 'commitReceive', 'planShipTransit', 'listFailedRequests']),
    )
    expect(new Set(all).size).toBe(all.length)
  })

  test('a read-only client may plan, and not commit', async () => {
    const { token } = await system.createClient({ readOnly: true })
    await using reading = await connectAgent(system.url, token)
    const names = (await toolsOf(reading)).map(({ name }) => name)
    expect(names).toContain('planReceive')
    expect(names.filter((name) => name.startsWith('commit'))).toEqual([])
    const receipt = { itemID, units: 5, wid: 1, reasonCode: 10 }
    const { plan } = await reading.ask<Planned>('planReceive', receipt)
    await expect(reading.call('commitReceive', { ...receipt, plan })).rejects.toThrow(
      '403 forbidden: Account is read-only.',
    )
  })

  test('have the fields of the contract, and say truly what they do', async () => {
    const tools = new Map((await toolsOf(agent)).map((tool) => [tool.name, tool]))
    expect(tools.get('planReceive')).toMatchObject({
      inputSchema: { type: 'object', required: ['wid', 'reasonCode'] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })
    expect(tools.get('commitReceive')).toMatchObject({
      inputSchema: { required: expect.arrayContaining(['wid', 'plan']) },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    })
    expect(tools.get('commitIssue')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  test('read a list in its own order if the sort is unknown', async () => {
    const inOrder = await agent.ask('listItems', {})
    expect(await agent.ask('listItems', { sort: { toString: 1 } })).toEqual(inOrder)
  })

  test('come from the contract: each operation of clients has its own, but for those that show a secret of a client', () => {
    const tools = [...createTools(operations).values()]
    const served = new Set(tools.map(({ routed }) => routed.operation.name))
    const secret = [auth.registerClient.name, auth.replaceClientSecret.name] as const
    const ofClients = operations.filter(
      (operation) =>
        operation.route !== undefined &&
        !isDryRun(operation) &&
        operation.access !== 'public' &&
        !secret.some((one) => one === operation.name),
    )
    expect([...served].toSorted()).toEqual(ofClients.map(({ name }) => name).toSorted())
  })

  test('take null for an argument that is left out, as the interface does', async () => {
    const nothing = { serial: null, spot: null, wid: null, modifiedSince: null, search: null }
    const asked = await agent.ask('listStockLevels', { itemID, ...nothing })
    expect(asked).toEqual(await agent.ask('listStockLevels', { itemID }))
  })

  test('name what they do not know', async () => {
    const text = await agent.call('listStockLevels', { itemID, warehous: 1 })
    expect(text).toMatch(/^Ignored, since the tool does not know them: warehous\n/)
    const { note } = await agent.ask<{ note: string }>('planReceive', {
      itemID,
      units: 1,
      wid: 1,
      reasonCode: 10,
      prise: 2,
    })
    expect(note).toContain('prise')
  })

  test('obey the scope of warehouses, and name bad arguments', async () => {
    const { token } = await system.createClient({ warehouses: [2] })
    await using local = await connectAgent(system.url, token)
    const receipt = { itemID, units: 5, wid: 1, reasonCode: 10 }
    await expect(local.call('planReceive', receipt)).rejects.toThrow('outside the client')
    const bad = agent.call('planReceive', { ...receipt, units: -1, wid: 'one' })
    await expect(bad).rejects.toThrow('- units: ')
    await expect(bad).rejects.toThrow('- wid: ')
    await expect(agent.call('getLot', {})).rejects.toThrow(/- recno: .*\nWhat to do next: Correct every argument.*\.$/)
  })

  test('act for the person that the program names', async () => {
    await using named = await connectAgent(system.url, client.token, { 'X-Actor': 'Ada' })
    const { transactionNo } = await named.write<{ transactionNo: number }>('Receive', {
      ...{ itemID, units: 1, wid: 1 },
      reasonCode: 10,
    })
    const { body } = await client.api.inventory.listTransactions({ itemID })
    expect(body.value.find((entry) => entry.transactionNo === transactionNo)).toMatchObject({ actor: 'Ada' })
    await agent.write('Issue', { itemID, units: 1, wid: 1, reasonCode: 20 })
  })
})

describe('The documents', () => {
  test('are resources, and so are records that a path names', async () => {
    const { resources } = await agent.client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('inventory://docs/integrating.md')
    const read = async (uri: string) => (await agent.client.readResource({ uri })).contents[0] ?? {}
    expect(await read('inventory://docs/integrating.md')).toMatchObject({ text: expect.stringContaining('# ') })
    const { resourceTemplates } = await agent.client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('inventory://records/Item/{shortID}')
    const item = await read(`inventory://records/Item/${itemID}`)
    expect(JSON.parse(String(Object(item).text))).toMatchObject({ shortID: itemID })
  })

  test.each([
    'inventory://docs/../package.json',
    'inventory://records/../../llms.txt',
    'inventory://records/Item/NONE',
    'x:y',
  ])('nothing else is: %s', async (uri) => {
    await expect(agent.client.readResource({ uri })).rejects.toThrow('There is no resource')
  })
})

const ACCEPT = { Accept: 'application/json, text/event-stream' }

describe('A message that is not as it should be', () => {
  const send = (body: string | undefined, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(new URL('/mcp', system.url), {
      method,
      headers: {
        Authorization: `Bearer ${client.token}`,
        'Content-Type': 'application/json',
        ...ACCEPT,
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
  const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

  /** The status of a listing with these headers, which fetch does not send. */
  async function statusFor(url: string, host: string, origin: string): Promise<number> {
    const http = createHttpClient()
    const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json', ...ACCEPT }
    const named = { ...headers, host, origin }
    const sent = {
      method: 'POST',
      origin: new URL(url).origin,
      path: '/mcp',
      headers: named,
      body: Buffer.from(listing),
    }
    const { status } = await http.send(sent)
    http.close()
    return status
  }

  test('names a tool that does not exist', async () => {
    await expect(agent.call('dropEverything')).rejects.toThrow('There is no tool dropEverything.')
  })

  test('without a token, or with one of nobody, is 401', async () => {
    for (const authorization of ['', 'Bearer nobody']) {
      const answer = await send(listing, { Authorization: authorization })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })

  test('of more than a megabyte is refused, and nothing is done', async () => {
    const call = { name: 'planReceive', arguments: { remark: 'x'.repeat(1_100_000) } }
    const answer = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'bad_request' })
  })

  test.each([
    ['is no JSON', '{'],
    ['is a list', '[]'],
    ['is empty', ''],
  ])('that %s is 400', async (_what, body) => {
    const answer = await send(body)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'bad_request' }])
  })

  test('from a page of another host is 403', async () => {
    expect((await send(listing, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await send(listing, { Origin: new URL(system.url).origin })).status).toBe(200)
    // A name that was made to lead here is in both headers.
    expect(await statusFor(system.url, 'evil.example', 'http://evil.example')).toBe(403)
  })

  test('from a page of the configured address is answered, whatever its Host, and from another one not', async () => {
    const second = await startSecondGateway(system, { publicOrigin: 'https://stock.example.com' })
    expect(await statusFor(second, 'inside:8080', 'https://stock.example.com')).toBe(200)
    for (const origin of ['http://stock.example.com', 'https://stock.example.com:8443', 'null', 'https://inside:8080'])
      expect(await statusFor(second, 'inside:8080', origin)).toBe(403)
  })

  test('gets 405 if it asks for a stream', async () => {
    const answer = await send(undefined, {}, 'GET')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

type Planned = { readonly plan: string; readonly wouldAnswer: object; readonly lots: readonly string[] }
