import { anItem, aReceipt } from '../records/factories.ts'
import { type ProcessOptions, startProcesses } from './processes.ts'
import { registerBasics } from './registries.ts'

/** Starts a system with registries, an item and a client. */
export async function startWithItem(options: ProcessOptions) {
  const system = await startProcesses(options)
  const { clientSecret, token } = await system.createClient()
  await registerBasics(system.call)
  const api = system.api(token)
  const item = anItem()
  await api.catalog.createItem(item)
  const receive = (headers: Record<string, string> = {}, itemID: string = item.shortID) =>
    api.inventory.receive(aReceipt({ itemID }), { headers })
  return { system, clientSecret, token, api, item, receive }
}
