import { once } from 'node:events'
import { connect } from 'node:net'

/** The lines of a request's head. */
export const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

/** A connection over which bytes are sent as they are. `received` is what has been read, in which answers follow one another. */
export async function openRawConnection(port: number, { reads = true } = {}) {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  if (reads) socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  return {
    socket,
    closed,
    received: () => received,
    /** The statuses of the responses that have arrived. */
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    send: (text: string | Buffer) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
  }
}
