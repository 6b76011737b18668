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
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../../shared/contract/core/access.ts'
import { operations } from '../../shared/contract/index.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { callTool } from './call-tool.ts'
import type { Plans } from './plans.ts'
import { isRecord, listResources, listTemplates, readResource } from './resources.ts'
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
/** Made when they are first asked for: converting the schemas takes a while. */
const described = new Map<string, ReturnType<typeof describeTool>>()

function describe(tool: Tool) {
  const known = described.get(tool.name) ?? describeTool(tool)
  described.set(tool.name, known)
  return known
}

/**
 * Whether a message calls a tool or reads a record, so that the request which that sends is counted instead of it. What the
 * protocol refuses before gets to neither.
 */
export function leadsToRequest(message: Readonly<Record<string, unknown>>, headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'mcp-protocol-version': version } = headers
  const isAccepted = ['application/json', 'text/event-stream'].every((type) => accept.includes(type))
  const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))
  if (!(isAccepted && isKnown && isJSONRPCRequest(message))) return false
  const called = CallToolRequestSchema.safeParse(message)
  if (called.success) return tools.has(called.data.params.name)
  const read = ReadResourceRequestSchema.safeParse(message)
  return read.success && isRecord(read.data.params.uri)
}

/** The tools and documents of one client, for one request (Model Context Protocol, Streamable HTTP without sessions). */
export function createMcpServer(caller: Caller, send: Send, plans: Plans): Server {
  const server = new Server(
    { name: 'inventory-service', title: 'Inventory Service', version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  const offered = () => [...tools.values()].filter((tool) => isOffered(tool, caller))

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered().map(describe) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.get(name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`)
    return callTool({ tool, args, clientId: caller.id, send, plans })
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listResources() }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: listTemplates(offered()) }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const found = await readResource(uri, send)
    if (!found)
      throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}, or the client may not read it.`)
    return found
  })
  return server
}
