import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** After these many milliseconds, doubled each time, TCP repeats a packet. */
const FIRST_REPETITION_MS = 200

export type Direction = 'to-server' | 'to-client'

/** What to do with a chunk: pass it on, drop it, or reset its connection. */
export type Verdict = 'pass' | 'drop' | 'cut'

/** A TCP proxy that breaks connections in the ways of a network. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Open connections. */
  readonly connections: number
  /** The server's URL with the address of the proxy. */
  readonly url: string
  /** Resets every connection, or one of them, counted from the oldest. New connections are accepted. */
  cut(index?: number): void
  /** Refuses new connections until `heal`; open ones continue. */
  lock(): void
  /** Resets every connection and refuses new ones until `heal`. */
  refuse(): void
  /** Accepts connections and bytes and passes nothing on, until `heal` resets the connections. */
  blackHole(): void
  /** Holds all bytes back, as a stopped process does; `heal` passes them on. */
  freeze(): void
  /** Delays all bytes by this time from now on. */
  delay(ms: number): void
  /** Loses this share of all packets, which arrive later then, when TCP has repeated them; 0 loses none. */
  lose(share: number): void
  /** Decides on every chunk before it is passed on; undefined passes all. */
  filter(judge: ((chunk: Buffer, direction: Direction) => Verdict) | undefined): void
  /** Ends `lock`, `refuse`, `blackHole`, `freeze`, `delay` and `lose`. */
  heal(): void
}

interface Pair {
  readonly sockets: readonly Socket[]
  swallowed: boolean
  reset(): void
}

export async function createTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const target = new URL(serverUrl)
  const pairs = new Set<Pair>()
  let mode: 'open' | 'refusing' | 'swallowing' | 'frozen' = 'open'
  let delayMs = 0
  let lossShare = 0
  let judge: ((chunk: Buffer, direction: Direction) => Verdict) | undefined

  const forward = (pair: Pair, from: Socket, to: Socket, direction: Direction) => {
    // Bytes keep their order: what follows a lost packet waits for its repetition.
    let late = 0
    let repeated: Promise<unknown> = Promise.resolve()
    const passLater = (pass: () => void) => {
      late++
      const waitMs = Math.random() < lossShare ? FIRST_REPETITION_MS * 2 ** Math.floor(Math.random() * 3) : 0
      repeated = repeated
        .then(() => delay(waitMs))
        .then(() => {
          late--
          pass()
        })
    }
    from.on('data', (chunk) => {
      const verdict = mode === 'swallowing' ? 'drop' : (judge?.(chunk, direction) ?? 'pass')
      if (verdict === 'cut') return pair.reset()
      if (verdict === 'drop') {
        pair.swallowed = true
        return
      }
      const pass = () => {
        if (to.writable && !to.write(chunk)) from.pause()
      }
      if (lossShare > 0 || late > 0) passLater(pass)
      else if (delayMs > 0) setTimeout(pass, delayMs)
      else pass()
    })
    to.on('drain', () => {
      if (mode !== 'frozen') from.resume()
    })
    from.on('end', () => (late > 0 ? passLater(() => to.end()) : setTimeout(() => to.end(), delayMs)))
    from.on('error', () => pair.reset())
    from.on('close', () => pairs.delete(pair))
  }

  const server = createServer({ noDelay: true }, (client) => {
    if (mode === 'refusing') return client.resetAndDestroy()
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    const sockets = [client, upstream]
    const reset = () => {
      pairs.delete(pair)
      for (const socket of sockets) if (!socket.destroyed) socket.resetAndDestroy()
    }
    const pair: Pair = { sockets, swallowed: mode === 'swallowing', reset }
    pairs.add(pair)
    forward(pair, client, upstream, 'to-server')
    forward(pair, upstream, client, 'to-client')
    if (mode === 'frozen') for (const socket of sockets) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server's address is an AddressInfo; only pipes have a string.
  const { port } = server.address() as AddressInfo
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`

  const cut = (index?: number) => {
    const chosen = index === undefined ? [...pairs] : [...pairs].slice(index, index + 1)
    for (const pair of chosen) pair.reset()
  }
  return {
    port,
    url: url.href,
    get connections() {
      return pairs.size
    },
    cut,
    lock() {
      mode = 'refusing'
    },
    refuse() {
      mode = 'refusing'
      cut()
    },
    blackHole() {
      mode = 'swallowing'
      for (const pair of pairs) pair.swallowed = true
    },
    freeze() {
      mode = 'frozen'
      for (const { sockets } of pairs) for (const socket of sockets) socket.pause()
    },
    delay(ms) {
      delayMs = ms
    },
    lose(share) {
      lossShare = share
    },
    filter(chosen) {
      judge = chosen
    },
    heal() {
      mode = 'open'
      delayMs = 0
      lossShare = 0
      for (const pair of pairs) {
        // The stream has lost bytes and cannot be continued.
        if (pair.swallowed) pair.reset()
        else for (const socket of pair.sockets) socket.resume()
      }
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
