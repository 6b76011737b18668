import type { IncomingHttpHeaders } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Tool as ToolDefinition,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../../shared/contract/core/access.ts'
import { operations } from '../../shared/contract/index.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { callTool } from './call-tool.ts'
import type { Plans } from './plans.ts'
import { isRecord, listResources, listTemplates, readDocResource, readResource } from './resources.ts'
import type { Send } from './send.ts'
import { createTools, describeTool, isOffered, type Tool } from './tools.ts'

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

/** Lists of tools differ by the rights of clients; so many are kept, 270 kB each at most. */
const MAX_LISTS = 32

/**
 * Results that are the same for many messages, as bytes: responses that nobody takes share them, however many wait
 * (docs/decisions/interface.md#74).
 */
export function createKeptResults(tools: ReadonlyMap<string, Tool>) {
  const lists = new Map<string, Buffer>()
  const others = new Map<string, Buffer>()
  /** Made when they are first asked for: converting the schemas takes a while. */
  const described = new Map<string, ToolDefinition>()

  const describe = (tool: Tool) => {
    const known = described.get(tool.name) ?? describeTool(tool)
    described.set(tool.name, known)
    return known
  }
  const listTools = (caller: Caller) => {
    const offered = [...tools.values()].map((tool) => isOffered(tool, caller))
    const rights = offered.map(Number).join('')
    // The oldest goes first.
    const [oldest] = lists.size < MAX_LISTS || lists.has(rights) ? [] : lists.keys()
    if (oldest !== undefined) lists.delete(oldest)
    return keep(lists, rights, () => ({
      tools: [...tools.values()].filter((_, index) => offered[index]).map(describe),
    }))
  }

  return {
    /** Undefined for a message that has no such result. */
    find(message: object, caller: Caller): Buffer | undefined {
      if (ListToolsRequestSchema.safeParse(message).success) return listTools(caller)
      if (ListResourcesRequestSchema.safeParse(message).success)
        return keep(others, 'resources', () => ({ resources: listResources() }))
      const read = ReadResourceRequestSchema.safeParse(message)
      const document = read.success ? readDocResource(read.data.params.uri) : undefined
      return document && keep(others, document.uri, document.read)
    },
  }
}

function keep(results: Map<string, Buffer>, key: string, make: () => object): Buffer {
  const kept = results.get(key) ?? Buffer.from(JSON.stringify(make()))
  results.set(key, kept)
  return kept
}
