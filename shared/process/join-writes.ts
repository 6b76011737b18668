import type { Socket } from 'node:net'

/** Joins what a client library writes to its socket, command by command, into one write, which `schedule` puts off. */
export function joinWrites(socket: Socket, schedule: (flush: () => void) => void): void {
  const write = socket.write.bind(socket)
  socket.write = (chunk: Buffer | string) => {
    if (socket.writableCorked === 0) {
      socket.cork()
      schedule(() => socket.uncork())
    }
    return write(chunk)
  }
}
