import { openConnection } from '../../ctl/connection.ts'
import { createDemoData } from './demo-data.ts'

/** Creates the demo data in the system that the environment names, and prints the demo client's id and secret. */
await using connection = await openConnection(process.env)
const { clientId, clientSecret } = await createDemoData(connection.call, console.log)
console.log(`The demo client: ${clientId}\nIts secret: ${clientSecret}`)
