import type { DemoClient } from './system-files.ts'

interface Welcome {
  readonly port: number
  readonly client: DemoClient
  readonly dataDir: string
  /** Whether the gateway serves the console. */
  readonly hasConsole: boolean
}

/** The text that `npm start` prints when the system is ready: addresses, credentials, two requests to copy. */
export function welcome({ port, client, dataDir, hasConsole }: Welcome): string {
  const origin = `http://localhost:${port}`
  const baseUrl = `${origin}/api/v1`
  return `
The Inventory Service is ready.

  console        ${hasConsole ? `${origin}/console: sign in with the client id and secret below, and your name` : 'off'}
  base URL       ${baseUrl}
  client id      ${client.clientId}
  client secret  ${client.clientSecret}
  data and logs  ${dataDir}

Get a token:

  TOKEN=$(curl -s ${baseUrl}/Token -d grant_type=client_credentials \\
    -d client_id=${client.clientId} -d client_secret=${client.clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

List items:

  curl -s ${baseUrl}/Item -H "Authorization: Bearer $TOKEN"

Ctrl-C ends everything that was started here.
`
}
