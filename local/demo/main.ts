import { openConnection } from '../../ctl/connection/connection.ts'
import { createDemoData } from './demo-data.ts'

/**
 * Creates the demo data in the system that the environment names, and prints the demo client's id and secret. A further run
 * keeps the secret; `--new-secret` replaces it.
 */
await using connection = await openConnection(process.env)
const { clientId, clientSecret } = process.argv.includes('--new-secret')
  ? await createDemoData(connection.call, console.log, 'replace')
  : await createDemoData(connection.call, console.log, 'keep')
console.log(`The demo client: ${clientId}`)
console.log(clientSecret ? `Its secret: ${clientSecret}` : 'Its secret was shown before; --new-secret replaces it.')
