import { type Request, Router } from 'express'
import { AppError } from '../../shared/contract/core/errors.ts'
import { readJson, receiveBody } from '../http/body.ts'
import type { Answer, Check, Handler } from '../http/handler.ts'
import type { Plans } from './plans.ts'
import { createSend } from './send.ts'

/** Largest message, decompressed: the arguments of the largest batch. */
export const MAX_MESSAGE = '1mb'

interface McpParts {
  readonly identify: Check
  readonly count: Check
  readonly authenticate: Check
}

type Message = Readonly<Record<string, unknown>>

/** `/mcp`, where agents find the interface as tools (Model Context Protocol, Streamable HTTP; docs/agents.md). */
export function createMcp(checks: McpParts, plans: Plans): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const receive = receiveBody(MAX_MESSAGE)
  router.post('/', async (req: Request, res: Answer) => {
    res.locals.operation = 'mcp'
    const requireBody = await receive(req, res)
    const [read] = await Promise.allSettled([readMessage(req, requireBody)])
    await admit(checks, req, res, read.status === 'fulfilled' ? read.value : undefined)
    if (isForeign(req)) throw new AppError('forbidden', 'The request comes from a page of another host.')
    if (read.status === 'rejected') throw read.reason
    await answer({ ...checks, plans }, req, res, read.value)
  })
  router.all('/', refuseMethod)
  return router
}

async function readMessage(req: Request, requireBody: () => void): Promise<Message> {
  requireBody()
  return readJson(req)
}

/** A message that leads to a request is counted as that, any other as one request. */
async function admit({ identify, count, authenticate }: McpParts, req: Request, res: Answer, message?: Message) {
  await identify(req, res)
  const { leadsToRequest } = await loadServer()
  const isCountedLater = res.locals.caller && message && !isForeign(req) && leadsToRequest(message, req.headers)
  if (!isCountedLater) await count(req, res)
  await authenticate(req, res)
}

async function answer({ count, plans }: McpParts & { plans: Plans }, req: Request, res: Answer, message: Message) {
  const { caller } = res.locals
  if (!caller) throw new Error('A message without a caller was admitted')
  const { createMcpServer } = await loadServer()
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js')
  const server = createMcpServer(caller, createSend(req, res, count), plans)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  res.once('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(req, res, message)
}

/** Loaded for the first agent: most gateways serve none, and start sooner without it. */
const loadServer = () => import('./server.ts')

/** Of a page of another host (DNS rebinding). Programs send no `Origin`. */
const isForeign = ({ headers: { origin, host } }: Request): boolean =>
  origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)

/** 405, as the protocol has it for a server that opens no stream and keeps no session. */
const refuseMethod: Handler = (_req, res) => {
  res.setHeader('Allow', 'POST')
  res.status(405).json({ jsonrpc: '2.0', error: { code: -32_000, message: 'Only POST is supported.' }, id: null })
}
