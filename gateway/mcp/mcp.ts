import { type Request, Router } from 'express'
import { AppError } from '../../shared/contract/core/errors.ts'
import { readJson, receiveBody } from '../http/body.ts'
import type { Check, Handler, Response } from '../http/handler.ts'
import { LOOPBACK } from '../http/request-url.ts'
import type { Plans } from './plans.ts'
import { createSend } from './send.ts'
import type { Admitted } from './server.ts'

/** Largest message, decompressed: the arguments of the largest batch. */
export const MAX_MESSAGE = '1mb'

interface McpDeps {
  readonly identify: Check
  readonly count: Check
  readonly authenticate: Check
  readonly plans: Plans
  /** Where people reach this system, `https://stock.example.com`; absent: this machine only. */
  readonly publicOrigin: string | undefined
}

type Message = Readonly<Record<string, unknown>>

/** `/mcp`, where agents find the interface as tools (Model Context Protocol, Streamable HTTP; docs/agents.md). */
export function createMcp(deps: McpDeps): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const receive = receiveBody(MAX_MESSAGE)
  router.post('/', async (req: Request, res: Response) => {
    res.locals.operation = 'mcp'
    const requireBody = await receive(req, res)
    const [read] = await Promise.allSettled([readMessage(req, requireBody)])
    const admitted = await admit(deps, req, res, read.status === 'fulfilled' ? read.value : undefined)
    if (isForeign(req, deps.publicOrigin))
      throw new AppError('forbidden', 'The request comes from a page of another host.')
    if (read.status === 'rejected') throw read.reason
    await respond(deps, req, res, admitted)
  })
  router.all('/', refuseMethod)
  return router
}

async function readMessage(req: Request, requireBody: () => void): Promise<Message> {
  requireBody()
  return readJson(req)
}

/** A message that leads to a request is counted as that, any other as one request. Undefined without one that is read. */
async function admit(deps: McpDeps, req: Request, res: Response, message?: Message): Promise<Admitted | undefined> {
  const { identify, count, authenticate, publicOrigin } = deps
  await identify(req, res)
  const { admitMessage } = await loadServer()
  const { caller } = res.locals
  const isServed = caller && message && !isForeign(req, publicOrigin)
  const admitted = isServed ? admitMessage(message, req.headers, caller) : undefined
  if (!admitted?.sendsRequest) await count(req, res)
  await authenticate(req, res)
  return admitted
}

async function respond({ count, plans }: McpDeps, req: Request, res: Response, admitted: Admitted | undefined) {
  const { caller } = res.locals
  if (!caller || !admitted) throw new Error('A message without a caller was admitted')
  const { message, result } = admitted
  if (result) return sendResult(res, message, result)
  const { createMcpServer } = await loadServer()
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
  const server = createMcpServer(caller, createSend(req, res, count), plans)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  res.once('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(req, res, message)
}

/** The result is written as the bytes that all responses share; only its frame is of this one. */
function sendResult(res: Response, { id }: Message, result: Buffer): void {
  const before = Buffer.from('{"result":')
  const after = Buffer.from(`,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`)
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', before.length + result.length + after.length)
  res.write(before)
  res.write(result)
  res.end(after)
}

/** Loaded for the first agent: most gateways serve none, and start sooner without it. */
const loadServer = () => import('./server.ts')

/**
 * Of a page of another host. Programs send no `Origin`. It is compared with the configured address, as a page of a name that
 * leads here (DNS rebinding) has that name in `Host` too; without one, with the addresses that only this machine has.
 */
function isForeign({ headers: { origin, host } }: Request, publicOrigin: string | undefined): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const page = new URL(origin)
  return page.origin !== publicOrigin && !(page.host === host && LOOPBACK.test(page.hostname))
}

/** 405, as the protocol has it for a server that opens no stream and keeps no session. */
const refuseMethod: Handler = (_req, res) => {
  res.setHeader('Allow', 'POST')
  res.status(405).json({ jsonrpc: '2.0', error: { code: -32_000, message: 'Only POST is supported.' }, id: null })
}
