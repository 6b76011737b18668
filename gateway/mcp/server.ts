import type { IncomingHttpHeaders } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../../shared/contract/core/access.ts'
import { operations } from '../../shared/contract/index.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { callTool } from './call-tool.ts'
import { createKeptResults } from './kept-results.ts'
import type { Plans } from './plans.ts'
import { isRecord, listTemplates, readResource } from './resources.ts'
import type { Send } from './send.ts'
import { createTools, isOffered } from './tools.ts'

const instructions = `Items, lots and stock levels of warehouses, orders, transits and counts.
Every write is two tools: plan… shows what it would do and changes nothing, commit… does exactly that, once.
Show a plan to the person before you commit it.
If something has changed since, the commit is refused and says what differs: plan again.
A tool that fails says in words what is wrong and what to do next. Lists have pages: read the next while hasMore is true.
Calls count against the limit of requests a minute of the client; after a refusal, wait as long as it says.
The documents explain the rules: read inventory://docs/integrating.md first.`

const tools = createTools(operations)
const kept = createKeptResults(tools)

/** A message of the protocol that the transport will take, of one client. */
export interface Admitted {
  /** The message; of a call that sends a request, only what is understood. */
  readonly message: Readonly<Record<string, unknown>>
  /** It sends a request, which is counted instead of it. */
  readonly sendsRequest: boolean
  /** The result, if it is the same for many messages. */
  readonly result?: Buffer | undefined
}

/**
 * What a message leads to. Of a call of a tool, and of a record that is read, everything but name and arguments is left out:
 * the SDK refuses some members before it calls a handler (`task`, for instance), and nobody would count the message. Whoever
 * does not offer tasks ignores that member, as the protocol asks.
 */
export function admitMessage(
  message: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
  caller: Caller,
): Admitted {
  const { accept = '', 'mcp-protocol-version': version } = headers
  const isAccepted = ['application/json', 'text/event-stream'].every((type) => accept.includes(type))
  const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))
  if (!(isAccepted && isKnown && isJSONRPCRequest(message))) return { message, sendsRequest: false }
  const { jsonrpc, id, method } = message
  const understood = (params: object) => ({ message: { jsonrpc, id, method, params }, sendsRequest: true })
  const called = CallToolRequestSchema.safeParse(message)
  if (called.success && tools.has(called.data.params.name)) {
    const { name, arguments: args = {} } = called.data.params
    return understood({ name, arguments: args })
  }
  const read = ReadResourceRequestSchema.safeParse(message)
  if (read.success && isRecord(read.data.params.uri)) return understood({ uri: read.data.params.uri })
  return { message, sendsRequest: false, result: kept.find(message, caller) }
}

/** The tools and documents of one client, for one request (Model Context Protocol, Streamable HTTP without sessions). */
export function createMcpServer(caller: Caller, send: Send, plans: Plans): Server {
  const server = new Server(
    { name: 'inventory-service', title: 'Inventory Service', version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  const offered = () => [...tools.values()].filter((tool) => isOffered(tool, caller))

  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.get(name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`)
    return callTool({ tool, args, clientId: caller.id, send, plans })
  })
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: listTemplates(offered()) }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = await readResource(uri, send)
    if (!found)
      throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}, or the client may not read it.`)
    return found
  })
  return server
}
