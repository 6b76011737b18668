import { setTimeout as delay } from 'node:timers/promises'
import { head, openRawConnection } from '../../../gateway/http/raw-client.ts'
import type { Finding } from '../../history/finding.ts'
import { createHttpClient } from '../../load/http-client.ts'

const SENDERS = 180
const READERS = 20
const OTHERS = 8
const ROUNDS = 5
const PHASE_MS = 4_000
/** What the p99 of others may become, as a multiple of that without slow connections (docs/promises.md#S6). */
const MOST = 2

/**
 * Compares how long others wait for a page without and beside 200 connections that send slowly or do not read, round by
 * round.
 */
export async function measureSlowConnections(gateway: string, token: string) {
  const { origin, pathname, port } = new URL(gateway)
  const http = createHttpClient()
  const headers = { authorization: `Bearer ${token}` }
  const findings: Finding[] = []

  const p99OfOthers = async () => {
    const end = performance.now() + PHASE_MS
    const took: number[] = []
    const work = async () => {
      while (performance.now() < end) {
        const start = performance.now()
        const { status } = await http.send({ method: 'GET', origin, path: `${pathname}/Item`, headers })
        took.push(performance.now() - start)
        if (status !== 200) findings.push({ promise: 'S6', what: `A page was answered ${status}` })
      }
    }
    await Promise.all(Array.from({ length: OTHERS }, work))
    return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0
  }

  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await p99OfOthers()
    await using slow = keepSlow(Number(port), pathname, token)
    await slow.open
    ratios.push((await p99OfOthers()) / alone)
  }
  http.close()
  const ratio = ratios.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0
  if (ratio > MOST) findings.push({ promise: 'S6', what: `The p99 of others is ${ratio.toFixed(2)} times as long` })
  const each = ratios.map((one) => one.toFixed(2)).join(', ')
  return { lines: [`p99 of others beside 200 slow connections: ${ratio.toFixed(2)}x (rounds: ${each})`], findings }
}

/** Keeps so many slow connections open: one that the gateway ends is opened again. */
function keepSlow(port: number, base: string, token: string) {
  const common = ['Host: a', `Authorization: Bearer ${token}`]
  const body = head(
    `POST ${base}/Inventory/Receive HTTP/1.1`,
    ...common,
    'Content-Type: application/json',
    'Content-Length: 90',
  )
  const page = head(`GET ${base}/Item?pageSize=250 HTTP/1.1`, ...common)
  const sockets = new Set<{ destroy(): unknown }>()
  let isOver = false
  const openOne = async (text: string, reads: boolean) => {
    const { socket, closed, send } = await openRawConnection(port, { reads })
    sockets.add(socket)
    void send(text)
    void closed.then(async () => {
      sockets.delete(socket)
      await delay(100)
      if (!isOver) await openOne(text, reads)
    })
  }
  const opened = [
    ...Array.from({ length: SENDERS }, () => openOne(`${body}{`, true)),
    ...Array.from({ length: READERS }, () => openOne(page, false)),
  ]
  return {
    open: Promise.all(opened),
    async [Symbol.asyncDispose]() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
