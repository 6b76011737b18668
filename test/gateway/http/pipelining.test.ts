import { describe, expect, it } from 'vitest'
import { keep } from '../../support/keep.ts'
import { type StubGateway, type StubGatewayOptions, startStubGateway } from '../../support/system/stub-gateway.ts'
import { head, openRawConnection } from './raw-client.ts'

const HOST = 'Host: a'
const BEARER = 'Authorization: Bearer x'
const get = (path: string) => head(`GET /api/v1${path} HTTP/1.1`, HOST, BEARER)
const form = (body: string) =>
  head(
    'POST /api/v1/Token HTTP/1.1',
    HOST,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ) + body
const wrongCredentials = form('grant_type=client_credentials&client_id=x&client_secret=wrong')

async function connectTo({ port }: StubGateway, options?: { reads: boolean }) {
  const connection = await openRawConnection(port, options)
  keep({ [Symbol.asyncDispose]: async () => void connection.socket.destroy() })
  return connection
}

async function startOpenGateway(options?: StubGatewayOptions) {
  const gateway = await startStubGateway(options)
  gateway.open()
  return gateway
}

/** Slots in use, and answers that are not closed. */
async function held(gateway: StubGateway) {
  const samples = await gateway.samples()
  const sum = (name: string) => samples.reduce((sum, one) => sum + (one.name === name ? one.value : 0), 0)
  return { slots: sum('inventory_concurrency_in_flight'), answers: sum('inventory_http_requests_in_flight') }
}
const atRest = { slots: 0, answers: 0 }

describe('A client that ends its side after its request', () => {
  it.each([
    ['POST /Token', wrongCredentials, 401],
    ['GET', get('/Nowhere'), 404],
  ])('gets its response, and then the end: %s', async (_, request, status) => {
    const gateway = await startOpenGateway()
    const connection = await connectTo(gateway)
    connection.socket.end(request)
    await connection.closed
    expect(connection.statuses()).toEqual([status])
    await expect.poll(() => held(gateway)).toEqual(atRest)
  })
})

describe('Requests that are sent one after the other, without waiting for responses', () => {
  it.each([
    ['POST /Token', wrongCredentials, 401],
    ['GET /Inventory', get('/Inventory'), 200],
    ['GET /Item', get('/Item'), 200],
  ])('over a connection that is closed at once, as %s, keep nothing of others (R16)', async (_, text, status) => {
    const gateway = await startOpenGateway()
    for (const end of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const { socket, send, closed } = await connectTo(gateway)
      await send(text.repeat(60))
      socket[end]()
      await closed
    }
    await expect.poll(() => held(gateway)).toEqual(atRest)
    const others = await connectTo(gateway)
    for (let sent = 1; sent <= 20; sent++) {
      await others.send(text)
      await expect.poll(others.statuses).toEqual(Array(sent).fill(status))
    }
  })

  it('are begun eight at once, and answered in their sequence', async () => {
    const gateway = await startStubGateway()
    const { send, statuses } = await connectTo(gateway)
    await send(get('/Inventory').repeat(60))
    await expect.poll(() => gateway.calls.length).toBe(8)
    expect(await held(gateway)).toEqual({ slots: 8, answers: 8 })
    gateway.open()
    await expect.poll(statuses).toEqual(Array(60).fill(200))
    await send(get('/Inventory'))
    await expect.poll(statuses).toEqual(Array(61).fill(200))
    expect(gateway.calls).toHaveLength(61)
    expect(await held(gateway)).toEqual(atRest)
  })

  it('are not read on while eight of them are under way', async () => {
    const gateway = await startStubGateway()
    const connection = await connectTo(gateway)
    await connection.send(get('/Inventory').repeat(9))
    await expect.poll(() => gateway.calls.length).toBe(8)
    const more = connection.send(Buffer.alloc(50_000_000, get('/Inventory')))
    const isSent = await Promise.race([more.then(() => true), gateway.send('GET', '/NoSuchPath').then(() => false)])
    expect(isSent).toBe(false)
    expect(gateway.calls).toHaveLength(8)
    connection.socket.destroy()
    gateway.open()
    await expect.poll(() => held(gateway)).toEqual(atRest)
  })

  it('end their connection when a thousand of them wait', async () => {
    const gateway = await startStubGateway()
    const { send, closed } = await connectTo(gateway)
    await send('GET / HTTP/1.1\r\n\r\n'.repeat(2_000))
    await closed
    await expect.poll(() => held(gateway)).toEqual(atRest)
  })

  it('are not answered with the refusal of a later one that is no HTTP', async () => {
    const gateway = await startStubGateway()
    const { send, received, closed } = await connectTo(gateway)
    await send(`${get('/Inventory')}nonsense\r\n\r\n`)
    await closed
    expect(received()).toBe('')
  })
})
