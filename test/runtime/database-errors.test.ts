import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { isDatabaseError, isDatabaseUnavailable } from '../../shared/runtime/mongo.ts'

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
