import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

export interface Agent extends AsyncDisposable {
  readonly client: Client
  /** The text of a tool's result; throws that of one that failed. */
  call(name: string, args?: Record<string, unknown>): Promise<string>
  /** The same as the JSON that it is. */
  ask<T = Record<string, unknown>>(name: string, args?: Record<string, unknown>): Promise<T>
  /** Plans a write and commits it. */
  write<T = Record<string, unknown>>(name: string, args: Record<string, unknown>): Promise<T>
}

/** An agent's program, with the SDK's own client. `url` ends with `/api/v1`. */
export async function connectAgent(url: string, token: string, headers: Record<string, string> = {}): Promise<Agent> {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const requestInit = { headers: { Authorization: `Bearer ${token}`, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  const call: Agent['call'] = async (name, args = {}) => {
    // Without an own schema, results have this form.
    const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    if (isError) throw new Error(text)
    return text
  }
  const ask: Agent['ask'] = async (name, args) => JSON.parse(await call(name, args))
  return {
    client,
    call,
    ask,
    async write(name, args) {
      const { plan } = await ask<{ plan: string }>(`plan${name}`, args)
      return ask(`commit${name}`, { ...args, plan })
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
