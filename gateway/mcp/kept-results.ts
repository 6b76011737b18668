import {
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool as ToolDefinition,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '../../shared/contract/core/access.ts'
import { listResources, readDocResource } from './resources.ts'
import { describeTool, isOffered, type Tool } from './tools.ts'

/** Lists of tools differ by the rights of clients; so many are kept, 270 kB each at most. */
const MAX_LISTS = 32

/**
 * Results that are the same for many messages, as bytes: answers that nobody takes share them, however many wait
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
