import { Long } from 'bson'
import { describe, expect, test } from 'vitest'
import { useOneThing } from './one-thing.ts'
import { encodeMessage, newSession } from './raw-client.ts'

const DB = 'conformance_wire'
const { raw, rawClient, things, countOf } = useOneThing(DB)

describe('a retryable write', () => {
  test.each([
    ['one update', [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }], 1],
    ['a batch of updates', [1, 2].map(() => ({ q: { _id: 'a' }, u: { $inc: { n: 1 } } })), 2],
  ])('takes effect once and gets the same reply when it is repeated, %s', async (_, updates, expected) => {
    const write = { update: 'things', updates, lsid: newSession(), txnNumber: Long.fromNumber(1) }
    const answers = [await raw().command(DB, write), await raw().command(DB, write)]
    expect(answers).toMatchObject([
      { ok: 1, n: expected, nModified: expected },
      { ok: 1, n: expected, nModified: expected },
    ])
    expect(await countOf('a')).toBe(expected)
  })

  test('takes effect once when it is repeated while the first is under way', async () => {
    const updates = [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }]
    const write = { update: 'things', updates, lsid: newSession(), txnNumber: Long.fromNumber(1) }
    const clients = await Promise.all([rawClient(), rawClient(), rawClient()])
    await Promise.all(clients.map((client) => client.command(DB, write)))
    expect(await countOf('a')).toBe(1)
  })

  test('takes effect once when it is repeated as insert, delete or findAndModify', async () => {
    const lsid = newSession()
    const once = (number: number) => ({ lsid, txnNumber: Long.fromNumber(number) })
    const insert = {
      insert: 'things',
      documents: [
        { _id: 'x', key: 'x' },
        { _id: 'y', key: 'y' },
      ],
      ...once(1),
    }
    for (let i = 0; i < 2; i++) {
      const answer = await raw().command(DB, insert)
      expect(answer).toMatchObject({ ok: 1, n: 2 })
      expect(answer.writeErrors).toBeUndefined()
    }
    const counter = { findAndModify: 'things', query: { _id: 'a' }, update: { $inc: { n: 5 } }, new: true, ...once(2) }
    for (let i = 0; i < 2; i++) expect(await raw().command(DB, counter)).toMatchObject({ ok: 1, value: { n: 5 } })
    const removal = { delete: 'things', deletes: [{ q: { key: /^[xy]$/ }, limit: 1 }], ...once(3) }
    for (let i = 0; i < 2; i++) expect(await raw().command(DB, removal)).toMatchObject({ ok: 1, n: 1 })
    expect(await things().countDocuments({ key: /^[xy]$/ })).toBe(1)
  })
})

describe('an invalid message', () => {
  test.each([
    ['a length below that of the header', Buffer.from([5, 0, 0, 0, 0, 0, 0, 0])],
    ['a length beyond all limits', Buffer.from([255, 255, 255, 127, 0, 0, 0, 0])],
    [
      'an unknown operation',
      Buffer.concat([Buffer.from([20, 0, 0, 0]), Buffer.alloc(8), Buffer.from([9, 9, 0, 0]), Buffer.alloc(4)]),
    ],
    ['a document that lies about its length', corrupted((message) => message.writeInt32LE(9_999, 21))],
    [
      'a string that lies about its length',
      corrupted((message) => message.writeInt32LE(9_999, message.indexOf('things') - 4)),
    ],
    ['a member of unknown type', corrupted((message) => message.writeUInt8(99, 25))],
    ['noise', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  ])('(%s) costs its sender an error or the connection, and affects nobody else', async (_, bytes) => {
    const client = await rawClient()
    client.socket.end(bytes)
    await new Promise((resolve) => client.socket.once('close', resolve))
    expect(await raw().command('admin', { ping: 1 })).toMatchObject({ ok: 1 })
    expect(await countOf('a')).toBe(0)
  })

  function corrupted(change: (message: Buffer) => void): Buffer {
    const message = encodeMessage({ find: 'things', filter: {}, $db: DB })
    change(message)
    return message
  }
})
