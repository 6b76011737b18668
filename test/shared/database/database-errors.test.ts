import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { isDatabaseError, isDatabaseUnavailable } from '../../../shared/database/database-errors.ts'

test('writing to a database that has closed the connection is an error of a database that is away', async () => {
  const server = createServer((socket) => socket.end('bye')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server's address is an AddressInfo; only pipes have a string.
  const socket = connect((server.address() as AddressInfo).port)
  socket.resume()
  await once(socket, 'end')
  const failure = once(socket, 'error')
  socket.write('hello?')
  const [error] = await failure
  server.close()
  expect(error).not.toHaveProperty('syscall')
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(isDatabaseError(error)).toBe(true)
})

test.each([
  { code: 91, errmsg: 'no connection to the database is free', errorLabels: ['RetryableWriteError'] },
  { code: 365, errmsg: 'no connection to the database is free', errorLabels: ['TransientTransactionError'] },
  { code: 91, errmsg: 'no connection to the database is free' },
  // Met by seed 20261 when the row of a key stayed locked while PostgreSQL was frozen.
  { code: 112, errmsg: 'canceling statement due to lock timeout' },
])('a database that answers "not now" is away: %o', (answer) => {
  expect(isDatabaseUnavailable(new mongo.MongoServerError(answer))).toBe(true)
})

test.each([6, 7, 89, 133, 134, 239, 246, 262, 9_001])(
  'a member that cannot serve for now answers with code %i',
  (code) => {
    expect(isDatabaseUnavailable(new mongo.MongoServerError({ code, errmsg: 'not now' }))).toBe(true)
  },
)

test('a bulk write that the database cannot take is recognized by its code or label, and is not a bug', () => {
  const bulk = (answer: mongo.ErrorDescription) =>
    new mongo.MongoBulkWriteError(new mongo.MongoServerError(answer), {} as mongo.BulkWriteResult)
  expect(isDatabaseUnavailable(bulk({ code: 91, errmsg: 'shutting down' }))).toBe(true)
  expect(isDatabaseUnavailable(bulk({ code: 1, errmsg: 'no', errorLabels: ['RetryableWriteError'] }))).toBe(true)
  expect(isDatabaseUnavailable(bulk({ code: 121, errmsg: 'invalid' }))).toBe(false)
  const lost = new mongo.MongoNetworkError('connection closed')
  expect(isDatabaseUnavailable(new mongo.MongoBulkWriteError(lost, {} as mongo.BulkWriteResult))).toBe(true)
})

test('a full disk makes the database unavailable for the write', () => {
  expect(isDatabaseUnavailable(new mongo.MongoServerError({ code: 14_031, errmsg: 'no space left' }))).toBe(true)
})

test('a database that answers with a refusal is there', () => {
  expect(isDatabaseUnavailable(new mongo.MongoServerError({ code: 11000, errmsg: 'E11000' }))).toBe(false)
  expect(isDatabaseUnavailable(new mongo.MongoServerError({ code: 121, errmsg: 'invalid' }))).toBe(false)
})

test.each([
  ['EMFILE', 'open'],
  ['ENOENT', 'open'],
  ['ENOTFOUND', 'getaddrinfo'],
  ['EAI_AGAIN', 'getaddrinfo'],
])('an error %s of the system call %s says nothing of the database', (code, syscall) => {
  const error = Object.assign(new Error(code), { code, syscall })
  expect(isDatabaseUnavailable(error)).toBe(false)
  expect(isDatabaseError(error)).toBe(false)
})

test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'])(
  'a connection that ended with %s is one of the database',
  (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error(code), { code, syscall: 'read' }))).toBe(true)
  },
)
