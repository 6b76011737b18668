import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

// Below the kernel's range of ports for outgoing connections: a server that restarts finds its port still free.
const LOWEST = 16_000
const HIGHEST = 32_000
const TRIES = 200

/** A port of 127.0.0.1 on which nothing listens. */
export async function findFreePort(): Promise<number> {
  for (let i = 0; i < TRIES; i++) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isPortFree(port, '127.0.0.1')) return port
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`)
}

/** Whether a server can listen on the port now. Without `host` all addresses are checked. */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, ...(host === undefined ? {} : { host }) })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}

const TIMEOUT_MS = 2_000

/** Sends bytes to a port of 127.0.0.1. Resolves with the first bytes of the reply; rejects when none comes. */
export function exchange(port: number, message: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: TIMEOUT_MS })
    const fail = (reason: string) => {
      socket.destroy()
      reject(new Error(`port ${port}: ${reason}`))
    }
    socket.once('connect', () => socket.write(message))
    socket.once('data', (response) => {
      socket.destroy()
      resolve(response)
    })
    socket.once('timeout', () => fail('no reply'))
    socket.once('error', (error) => fail(error.message))
    socket.once('close', () => fail('closed'))
  })
}
