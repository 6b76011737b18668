import { retryWhileUnavailable } from '../../ctl/connection/retry-while-unavailable.ts'
import { auth } from '../../shared/contract/auth.ts'
import { notifications } from '../../shared/contract/notifications/notifications.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { groups } from './data/registries.ts'
import { createOnce, unlessPresent } from './data/repetition.ts'
import { shipDemoOrder } from './shipping-orders.ts'

export const DEMO_CLIENT_ID = 'demo'

/** Creates the demo client and returns its secret; undefined if the client exists, since a secret is shown only once. */
export async function createDemoClient(call: Call): Promise<string | undefined> {
  const creation = { clientId: DEMO_CLIENT_ID, group: groups[0].name, warehouses: 'all' as const }
  const created = await retryWhileUnavailable(() => unlessPresent(call(auth.createClient, creation)))
  return created?.client_secret
}

/** Replaces the secret of the demo client and returns the new one. */
export async function replaceDemoSecret(call: Call): Promise<string> {
  const { client_secret } = await retryWhileUnavailable(() =>
    call(auth.rotateClientSecret, { clientId: DEMO_CLIENT_ID }),
  )
  return client_secret
}

/** No name below `.example` has an address (RFC 2606, 2), so nothing is sent to anybody and every delivery fails. */
const webhook = {
  name: 'Shop of Hanse Automation',
  url: 'https://shop.hanse-automation.example/stock-changes',
  events: ['shippingOrder.closed' as const],
}
/** Its shipment is the change that the webhook cannot deliver. */
const SHIPPED = 'SO-DEMO-18'

/** Makes a webhook of the demo client whose receiver cannot be reached, and a change to deliver to it. */
export async function createDemoWebhook(call: Call, client: { clientId: string; clientSecret: string }): Promise<void> {
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret }
  const { access_token: token } = await call(auth.issueToken, { grant_type: 'client_credentials', ...credentials })
  const asClient: Call = (operation, input, context) => call(operation, input, { ...context, token })
  await createOnce(asClient)('webhook', notifications.createWebhook, webhook)
  await shipDemoOrder(createOnce(call), SHIPPED)
}
