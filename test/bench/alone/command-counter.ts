import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of the database that counts the commands of the programs that use it. */
export interface CommandCounter extends AsyncDisposable {
  /** The address of the database with that of the proxy. */
  readonly url: string
  /** Commands since the start, by name and collection. */
  readonly counts: ReadonlyMap<string, number>
  /** Bytes since the start, of commands and responses. */
  readonly bytes: number
}

/** Commands by which a driver looks after its connections. */
const OF_CONNECTIONS = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'saslStart', 'saslContinue', 'endSessions'])

/** For an address of one server without TLS. */
export async function startCommandCounter(mongoUri: string): Promise<CommandCounter> {
  const target = new URL(mongoUri)
  const counts = new Map<string, number>()
  let bytes = 0
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || 27_017), noDelay: true })
    const read = createCommandReader((command) => counts.set(command, (counts.get(command) ?? 0) + 1))
    client.on('data', read).pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
      // 'close' follows on both sides.
      socket.on('error', () => {})
      socket.on('close', () => {
        for (const each of [client, upstream]) each.destroy()
        open.delete(socket)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo
  const url = new URL(mongoUri)
  url.host = `127.0.0.1:${port}`
  url.searchParams.delete('replicaSet')
  url.searchParams.set('directConnection', 'true')
  return {
    url: url.href,
    counts,
    get bytes() {
      return bytes
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const HEADER_BYTES = 16
const OP_MSG = 2013
/** Header, flags, the kind of the first section, the length of its document. */
const FIRST_ELEMENT = HEADER_BYTES + 4 + 1 + 4
const STRING = 2

/** Names the commands in the bytes of one connection (MongoDB wire protocol, OP_MSG). */
export function createCommandReader(onCommand: (command: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0))
      rest = rest.subarray(message.length)
      const command = message.readInt32LE(12) === OP_MSG ? commandIn(message) : undefined
      if (command !== undefined) onCommand(command)
    }
  }
}

/** The first element of a command names it; its value is the collection if it is a text. */
function commandIn(message: Buffer): string | undefined {
  const nameEnd = message.indexOf(0, FIRST_ELEMENT + 1)
  const name = message.toString('utf8', FIRST_ELEMENT + 1, nameEnd)
  if (OF_CONNECTIONS.has(name)) return undefined
  if (message[FIRST_ELEMENT] !== STRING) return name
  const textEnd = nameEnd + 5 + message.readInt32LE(nameEnd + 1) - 1
  return `${name} ${message.toString('utf8', nameEnd + 5, textEnd)}`
}
