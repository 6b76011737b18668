import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection under way at once (RFC 9112, 9.3.2). At this number, reading pauses until one is answered. */
const MAX_UNDER_WAY = 8
/** Requests that may wait for those, since one packet can hold many. A connection that sends more is ended. */
const MAX_WAITING = 1_000

interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}
type Begin = (req: IncomingMessage, res: ServerResponse) => void

interface PipeliningOptions {
  /** Keeps the responses that were begun and have not emitted `close`. */
  readonly open: Set<ServerResponse>
  readonly begin: Begin
  readonly onClose: (socket: Socket) => void
}

/** Begins at most 8 requests of each connection at once, and sees to it that every response that was begun emits `close`. */
export function limitPipelining(options: PipeliningOptions): Begin {
  const connections = new WeakMap<Socket, (exchange: Exchange) => void>()
  return (req, res) => {
    const { socket } = req
    const add = connections.get(socket) ?? openConnection(socket, options)
    connections.set(socket, add)
    add({ req, res })
  }
}

function openConnection(socket: Socket, { open, begin, onClose }: PipeliningOptions) {
  const underWay = new Set<ServerResponse>()
  const waiting: Exchange[] = []
  let isPaused = false

  const start = ({ req, res }: Exchange) => {
    underWay.add(res)
    open.add(res)
    res.once('close', () => {
      underWay.delete(res)
      open.delete(res)
      onClose(socket)
      if (!socket.destroyed) startNext()
    })
    begin(req, res)
  }
  const startNext = () => {
    const next = waiting.shift()
    if (next) return start(next)
    if (!isPaused) return
    isPaused = false
    socket.resume()
  }
  // Node.js resumes a connection after each request, even when there are more in the packet.
  socket.on('resume', () => {
    if (isPaused) socket.pause()
  })
  // Node.js emits it for the first response in line only; nobody will take the others either.
  socket.once('close', () => {
    waiting.length = 0
    for (const res of [...underWay].filter((response) => response.socket === null)) {
      res.destroy()
      res.emit('close')
    }
  })

  return (exchange: Exchange) => {
    if (underWay.size < MAX_UNDER_WAY) return start(exchange)
    waiting.push(exchange)
    if (waiting.length > MAX_WAITING) return void socket.destroy()
    isPaused = true
    socket.pause()
  }
}
