import { connect } from 'node:net'

const TIMEOUT_MS = 2_000

/** Sends bytes to a port of 127.0.0.1. Resolves with the first bytes of the answer; rejects when none comes. */
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
    socket.once('timeout', () => fail('no answer'))
    socket.once('error', (error) => fail(error.message))
    socket.once('close', () => fail('closed'))
  })
}
