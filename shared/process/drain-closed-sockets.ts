import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

const watchedPorts = new Set<number>()

/**
 * Says "drain" for sockets to these ports that have closed. The MongoDB driver (7.8) waits for it without end when it writes
 * between a socket's failure and its close event. If that happens to its monitor, the process has lost its database.
 */
export function drainClosedSockets(ports: Iterable<number>): void {
  if (watchedPorts.size === 0) subscribe('net.client.socket', watch)
  for (const port of ports) watchedPorts.add(port)
}

function watch(message: unknown): void {
  // The channel's documented message.
  const { socket } = message as { socket: Socket }
  socket.once('connect', () => {
    if (!watchedPorts.has(socket.remotePort ?? 0)) return
    // The driver's own listeners first: it then finds that the connection has failed.
    socket.once('close', () => setImmediate(() => socket.emit('drain')))
  })
}
