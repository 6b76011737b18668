import { connect } from 'node:net'
import fc from 'fast-check'
import pMap from 'p-map'
import type { Finding } from '../../history/finding.ts'
import { createHttpClient, type HttpResponse } from '../../load/http-client.ts'
import { type HostileRequest, hostileRequests } from './requests.ts'

const AT_ONCE = 16
const GENERATED_AT_ONCE = 256
/** Requests that are sent over one connection which ends at once. */
const TORN_TOGETHER = 60

export interface FuzzOptions {
  /** Base addresses, up to `/api/v1`. */
  readonly gateways: readonly string[]
  readonly token: string
  readonly requests: number
  readonly seed: number
  /** Texts that no response may contain. */
  readonly secrets: readonly string[]
}

export interface FuzzReport {
  readonly requests: number
  readonly statuses: ReadonlyMap<number, number>
  readonly findings: readonly Finding[]
}

/** Texts that reveal a stack, a path, a library or the database. In a list a text ends before the next time. */
const TELLTALE = new RegExp(
  [
    /\bat [^"]+:\d+:\d+|node_modules|file:\/\//,
    /\/(?:work|tmp|usr|home|dist|shared|services)\//,
    /Mongo|BSON|E11000|Cast to|amqp|ECONN|postgres|zod/,
    /TypeError|ReferenceError|Cannot read prop|is not a function/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Sends hostile requests and looks for 5xx answers and answers that reveal internals (docs/promises.md#S3). */
export async function fuzz({ gateways, token, requests, seed, secrets }: FuzzOptions): Promise<FuzzReport> {
  const http = createHttpClient()
  const statuses = new Map<number, number>()
  const findings: Finding[] = []
  const sentTelltales = new Set<string>()
  const arbitrary = hostileRequests()
  let sent = 0

  const send = async (hostile: HostileRequest) => {
    const gateway = new URL(gateways[sent++ % gateways.length] ?? '')
    for (const telltale of telltalesIn(textOf(hostile))) sentTelltales.add(telltale)
    const answer = await http.send(toHttp(hostile, gateway, token))
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const fault = faultOf(answer, hostile, secrets, sentTelltales)
    if (!fault) return
    const what = `${fault}: ${describe(hostile)} -> ${answer.status} ${answer.text.slice(0, 300)}`
    findings.push({ promise: 'S3', what })
  }
  for (let done = 0; done < requests; done += GENERATED_AT_ONCE) {
    const numRuns = Math.min(GENERATED_AT_ONCE, requests - done)
    const hostiles = fc.sample(arbitrary, { numRuns, seed: seed + done })
    await pMap(hostiles, send, { concurrency: AT_ONCE })
    const gateway = new URL(gateways[sent % gateways.length] ?? '')
    const torn = hostiles.slice(0, TORN_TOGETHER)
    await Promise.all([true, false].map((isHalfClosed) => tearConnection(torn, gateway, token, isHalfClosed)))
  }
  http.close()
  return { requests, statuses, findings }
}

/** Sends requests one after the other over one connection, and ends it before their responses. */
function tearConnection(hostiles: readonly HostileRequest[], gateway: URL, token: string, isHalfClosed: boolean) {
  const socket = connect(Number(gateway.port), gateway.hostname)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined).resume()
  for (const hostile of hostiles) {
    const { method, path, headers, body = Buffer.alloc(0) } = toHttp(hostile, gateway, token)
    const lines = Object.entries({ host: gateway.host, ...headers, 'content-length': body.length })
    const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body)
  }
  if (isHalfClosed) socket.end()
  else socket.write('', () => socket.destroy())
  return closed
}

function toHttp({ method, path, target, headers, body }: HostileRequest, { origin, pathname }: URL, token: string) {
  const said = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    value.replace('{token}', token).replace(/[^\t -~]/g, '~'),
  ])
  const [start = '', ...query] = (pathname + path).split('?')
  const written = [target === 'other case' ? start.toUpperCase() : start, ...query].join('?')
  return {
    method,
    origin,
    path: target === 'address' ? origin + written : written,
    headers: Object.fromEntries(said),
    body,
  }
}

/** What is wrong with a response; `sentTelltales` are those in the requests before it. */
export function faultOf(
  { status, text, failure }: Pick<HttpResponse, 'status' | 'text' | 'failure'>,
  hostile: HostileRequest,
  secrets: readonly string[],
  sentTelltales: ReadonlySet<string>,
): string | undefined {
  // A gateway may close the connection after it has refused a request.
  if (status === 0) return failure === 'ECONNRESET' || failure === 'EPIPE' ? undefined : `no answer (${failure})`
  if (status >= 500 && status !== 501) return 'a 5xx'
  if (secrets.some((secret) => text.includes(secret))) return 'a secret'
  // A response may quote its request; the list of refused requests quotes all of them.
  const quoted = hostile.path.startsWith('/Requests') ? sentTelltales : new Set(telltalesIn(textOf(hostile)))
  const revealed = telltalesIn(text).find((telltale) => !quoted.has(telltale))
  return revealed === undefined ? undefined : `reveals ${revealed}`
}

const telltalesIn = (text: string) => [...text.matchAll(TELLTALE)].map(([telltale]) => telltale)

const textOf = ({ path, headers, body }: HostileRequest) =>
  [path, ...Object.values(headers), body?.toString() ?? ''].join(' ')

const describe = ({ method, path, headers, body }: HostileRequest) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${(body?.toString() ?? '').slice(0, 600)}`
