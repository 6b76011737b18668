import { openConnection } from '../../ctl/connection/connection.ts'
import { createDemoClient, createDemoWebhook, DEMO_CLIENT_ID, replaceDemoSecret } from './demo-client.ts'
import { createDemoData } from './demo-data.ts'

/**
 * Creates the demo data in the system that the environment names, and prints the demo client's id and secret. A further run
 * keeps the secret; `--new-secret` replaces it.
 */
await using connection = await openConnection(process.env)
await createDemoData(connection.call, console.log)
const created = await createDemoClient(connection.call)
if (created) await createDemoWebhook(connection.call, { clientId: DEMO_CLIENT_ID, clientSecret: created })
const isNewWanted = process.argv.includes('--new-secret')
const secret = created ?? (isNewWanted ? await replaceDemoSecret(connection.call) : undefined)
console.log(`The demo client: ${DEMO_CLIENT_ID}`)
console.log(secret ? `Its secret: ${secret}` : 'Its secret was shown before; --new-secret replaces it.')
