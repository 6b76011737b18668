import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { joinWrites } from '../../../shared/process/join-writes.ts'

test('what is written in one turn of the event loop is one write, and the next turn has its own', async () => {
  const writes: string[] = []
  const socket = new Duplex({
    write(chunk, _encoding, done) {
      writes.push(String(chunk))
      done()
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join('+'))
      done()
    },
  })
  // joinWrites uses what every stream has.
  joinWrites(socket as Socket, setImmediate)
  socket.write('a')
  await Promise.resolve()
  socket.write('b')
  expect(writes).toEqual([])
  await nextTurn()
  socket.write('c')
  await nextTurn()
  expect(writes).toEqual(['a+b', 'c'])
})
