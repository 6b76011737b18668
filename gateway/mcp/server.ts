import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../../shared/contract/core/access.ts'
import { operations } from '../../shared/contract/index.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { callTool } from './call-tool.ts'
import { listResources, listTemplates, readResource } from './resources.ts'
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

/** Whether a request calls a tool, so that the request of the tool's operation is counted instead of it. */
export function callsTool(message: Readonly<Record<string, unknown>>): boolean {
  const called = CallToolRequestSchema.safeParse(message)
  return called.success && tools.has(called.data.params.name)
}

/** The tools and documents of one client, for one request (Model Context Protocol, Streamable HTTP without sessions). */
export function createMcpServer(caller: Caller, send: Send): Server {
  const server = new Server(
    { name: 'inventory-service', title: 'Inventory Service', version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions },
  )
  const offered = () => [...tools.values()].filter((tool) => isOffered(tool, caller))

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered().map(describe) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.get(name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`)
    return callTool({ tool, args, clientId: caller.id, send })
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
