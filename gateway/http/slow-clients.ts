import type { ServerResponse } from 'node:http'
import { serviceUnavailable } from '../../shared/contract/core/errors.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import { refuseOn } from './refuse-connection.ts'

/** A response that its client has not read for this time is given up. Exports have a limit of their own for each chunk. */
const MAX_UNTAKEN_MS = 30_000
/** Connections of one address for which the gateway waits longer than a second, for a body or until a response is taken. */
export const MAX_SLOW_PER_ADDRESS = 64
const CHECK_MS = 1_000

interface SlowClientsOptions {
  /** The responses that have not emitted `close`. */
  readonly open: ReadonlySet<ServerResponse>
  readonly addressOf: (res: ServerResponse) => string
  readonly maxUntakenMs?: number | undefined
}

/** Ends connections that send a body or take a response too slowly (docs/promises.md#S6), until disposed of. */
export function endSlowClients({ open, addressOf, maxUntakenMs = MAX_UNTAKEN_MS }: SlowClientsOptions): Disposable {
  /** Responses whose clients are waited for, and since when; the longest first. */
  const slow = new Map<ServerResponse, number>()

  const check = () => {
    const now = performance.now()
    for (const res of slow.keys()) if (!open.has(res) || !isWaiting(res)) slow.delete(res)
    for (const ofAddress of groupBy([...slow.keys()], addressOf).values())
      for (const res of ofAddress.slice(0, -MAX_SLOW_PER_ADDRESS)) end(res, open)
    for (const [res, since] of slow) if (isUntaken(res) && now - since >= maxUntakenMs) end(res, open)
    for (const res of open) if (isWaiting(res) && !slow.has(res)) slow.set(res, now)
  }
  const timer = setInterval(check, CHECK_MS).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** It has been written as a whole, and its turn on the connection has come. */
const isUntaken = (res: ServerResponse) =>
  res.socket !== null && res.writableEnded && !res.writableFinished && !res.chunkedEncoding

const isWaiting = (res: ServerResponse) => (res.writableEnded ? isUntaken(res) : !res.req.complete)

function end(res: ServerResponse, open: ReadonlySet<ServerResponse>): void {
  if (res.writableEnded) res.req.socket.destroy()
  else refuseOn(res.req.socket, serviceUnavailable(), open)
}
