import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createAddressGuard,
  createFindAddresses,
  parseNetworks,
} from '../../../services/notifications/webhooks/endpoints/address-guard.ts'
import { createPost, type Post } from '../../../services/notifications/webhooks/endpoints/post.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { receiverCertificate } from '../../support/receiver-certificate.ts'

const LOOPBACK = '127.0.0.0/8,::1/128'
/** undici ends an attempt to connect after 10 s. */
const BELOW_UNDICI_LIMIT_MS = 8_000
const NOT_PERMITTED = 'The host has no address that deliveries may be sent to.'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver[Symbol.asyncDispose]())

/** A post with names as a hostile name server may resolve them. */
function postWith(
  allowed: string,
  names: Readonly<Record<string, readonly string[]>> = {},
): Post & { asked: string[] } {
  const asked: string[] = []
  const find = createFindAddresses()
  const findAddresses = async (host: string) => {
    asked.push(host)
    return names[host] ?? find(host)
  }
  return Object.assign(createPost({ guard: createAddressGuard(parseNetworks(allowed)), findAddresses }), { asked })
}
const send = (post: Post, url: string, timeoutMs = 2_000) => post(url, { 'webhook-id': 'msg_1' }, '{"a":1}', timeoutMs)

describe('A delivery', () => {
  test('arrives with its headers and body', async () => {
    expect(await send(postWith(LOOPBACK), receiver.url)).toEqual({ status: 204, retryAfter: undefined })
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        body: '{"a":1}',
        headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json', host: `127.0.0.1:${receiver.port}` },
      },
    ])
  })

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '①②⑦.0.0.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.localhost',
    '0.0.0.0',
  ])('to %s, which is this machine, is refused before anything connects', async (host) => {
    for (const protocol of ['http', 'https']) {
      const result = await send(postWith(''), `${protocol}://${host}:${receiver.port}/hook`)
      expect(result).toEqual({ status: null, error: NOT_PERMITTED })
    }
    expect(receiver.connections).toBe(0)
  })

  test('to a name with a private address is refused before anything connects', async () => {
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) {
      const post = postWith('', { 'innocent.example.com': [address] })
      const result = await send(post, `https://innocent.example.com:${receiver.port}/`)
      expect(result).toEqual({ status: null, error: NOT_PERMITTED })
    }
    expect(receiver.connections).toBe(0)
  })

  test('goes to the address that was checked, also if the name is resolved differently a moment later', async () => {
    let asked = 0
    const guard = { permits: (address: string) => address === '127.0.0.1' }
    const post = createPost({
      guard,
      findAddresses: async () => (asked++ === 0 ? ['10.255.255.1', '127.0.0.1'] : ['::1']),
    })
    expect(await send(post, `http://rebinding.example.com:${receiver.port}/`)).toMatchObject({ status: 204 })
    expect(asked).toBe(1)
    expect(receiver.received[0]?.headers.host).toBe(`rebinding.example.com:${receiver.port}`)
  })

  test('to a name without an address fails with that reason', async () => {
    const post = createPost({
      guard: createAddressGuard([]),
      findAddresses: () => Promise.reject(new Error('The name x.example has no address.')),
    })
    expect(await send(post, 'https://x.example/')).toEqual({
      status: null,
      error: 'The name x.example has no address.',
    })
  })

  test('follows no redirect', async () => {
    const other = await startReceiver()
    try {
      receiver.respond = (_, response) => response.writeHead(307, { location: other.url }).end()
      expect(await send(postWith(LOOPBACK), receiver.url)).toMatchObject({ status: 307 })
      expect(other.connections).toBe(0)
    } finally {
      await other[Symbol.asyncDispose]()
    }
  })

  test(
    'ends at its timeout, whether the response, the head or the name lookup is missing',
    async () => {
      const undone: Receiver['respond'][] = [() => undefined, (_, response) => response.writeProcessing()]
      for (const respond of undone) {
        receiver.respond = respond
        expect(await send(postWith(LOOPBACK), receiver.url, 100)).toEqual({
          status: null,
          error: 'No response within 0.1 s.',
        })
      }
      const silent = createPost({ guard: createAddressGuard([]), findAddresses: () => new Promise(() => undefined) })
      expect(await send(silent, 'https://slow-name.example/', 100)).toEqual({
        status: null,
        error: 'No response within 0.1 s.',
      })
    },
    BELOW_UNDICI_LIMIT_MS,
  )

  test('has the status of a response whose body never ends, and reads only a little of it', async () => {
    let written = 0
    const ended = new Promise<void>((resolve) => {
      receiver.respond = (_, response) => {
        response.writeHead(200)
        const chunk = Buffer.alloc(65_536)
        const write = () => {
          for (let hasRoom = true; hasRoom && response.writable; written += chunk.length)
            hasRoom = response.write(chunk)
        }
        response.on('drain', write).on('close', resolve)
        write()
      }
    })
    expect(await send(postWith(LOOPBACK), receiver.url, 5_000)).toMatchObject({ status: 200 })
    await ended
    expect(written).toBeLessThan(16 * 1024 * 1024)
  })

  test('uses a connection again, and a new one if the receiver has closed it meanwhile', async () => {
    const post = postWith(LOOPBACK)
    for (let count = 0; count < 4; count++) await send(post, receiver.url)
    expect(receiver.connections).toBeLessThan(4)
    // As if the connection had been closed just when it was used again.
    receiver.respond = (_, response) => {
      if (receiver.received.length === 5) response.destroy()
      else response.writeHead(202).end()
    }
    expect(await send(post, receiver.url)).toMatchObject({ status: 202 })
    expect(receiver.received).toHaveLength(6)
  })

  test('is not repeated when the receiver closes a new connection', async () => {
    receiver.respond = (_, response) => response.destroy()
    expect(await send(postWith(LOOPBACK), receiver.url)).toEqual({
      status: null,
      error: 'The connection failed: other side closed.',
    })
    expect(receiver.received).toHaveLength(1)
  })

  test('that cannot be made fails with the reason', async () => {
    const { url } = receiver
    await receiver[Symbol.asyncDispose]()
    expect(await send(postWith(LOOPBACK), url)).toEqual({ status: null, error: 'The connection failed: ECONNREFUSED.' })
    receiver = await startReceiver()
    receiver.respond = (_, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end()
    expect(await send(postWith(LOOPBACK), receiver.url)).toMatchObject({
      status: null,
      error: 'The connection failed: bad upgrade.',
    })
  })
})

describe('A delivery over TLS', () => {
  const name = 'receiver.example.com'
  const postTrusting = (ca: string | undefined) => {
    const guard = { permits: (address: string, protocol: string) => address === '127.0.0.1' && protocol === 'https:' }
    return createPost({ guard, findAddresses: async () => ['10.255.255.1', '127.0.0.1'], ca })
  }

  beforeEach(async () => {
    await receiver[Symbol.asyncDispose]()
    receiver = await startReceiver(undefined, receiverCertificate)
  })

  test('arrives at a receiver whose certificate a trusted authority has signed, by name and by address', async () => {
    const post = postTrusting(receiverCertificate.cert)
    for (const host of [name, '127.0.0.1']) {
      expect(await send(post, `https://${host}:${receiver.port}/hook?shop=1`)).toMatchObject({ status: 204 })
      expect(receiver.received.at(-1)).toMatchObject({
        path: '/hook?shop=1',
        body: '{"a":1}',
        headers: { host: `${host}:${receiver.port}` },
      })
    }
  })

  test('is not sent to a receiver whose certificate is not trusted or is for another name', async () => {
    expect(await send(postTrusting(undefined), `https://${name}:${receiver.port}/`)).toEqual({
      status: null,
      error: 'The connection failed: DEPTH_ZERO_SELF_SIGNED_CERT.',
    })
    expect(await send(postTrusting(receiverCertificate.cert), `https://other.example.com:${receiver.port}/`)).toEqual({
      status: null,
      error: 'The connection failed: ERR_TLS_CERT_ALTNAME_INVALID.',
    })
    expect(receiver.received).toEqual([])
  })

  test('is refused before anything connects if the guard permits no address', async () => {
    const guard = createAddressGuard([])
    const post = createPost({ guard, findAddresses: async () => ['127.0.0.1'], ca: receiverCertificate.cert })
    for (const host of [name, '127.0.0.1'])
      expect(await send(post, `https://${host}:${receiver.port}/`)).toEqual({ status: null, error: NOT_PERMITTED })
    expect(receiver.connections).toBe(0)
  })
})
