import { anItem } from '../../support/records/factories.ts'
import { shareSystemWithBasics } from '../../support/shared/systems.ts'
import type { TestClient, TestSystem } from '../../support/system/system.ts'
import { type Agent, connectAgent } from './agent.ts'

/** A system that files share, with one item, a client that may do everything, and its agent. */
export interface AgentWorld extends AsyncDisposable {
  readonly system: TestSystem
  readonly client: TestClient
  readonly agent: Agent
  /** ShortID of the item. */
  readonly itemID: string
}

export async function startAgentWorld(): Promise<AgentWorld> {
  const system = await shareSystemWithBasics({ services: ['gateway', 'auth', 'catalog', 'inventory'] })
  const client = await system.createClient()
  const agent = await connectAgent(system.url, client.token)
  const itemID = (await client.api.catalog.createItem(anItem())).body.shortID
  return {
    system,
    client,
    agent,
    itemID,
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  }
}
