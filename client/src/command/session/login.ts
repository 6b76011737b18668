import { createTokenSource } from '../../token-source.ts'
import { defineCommand } from '../command.ts'
import { print } from '../shell/output.ts'
import { credentialsFile, removeCredentials, storeCredentials, toBaseUrl } from './credentials.ts'
import { ask } from './prompt.ts'
import { readSecretFile } from './secret-file.ts'

export const login = defineCommand(
  {
    name: 'login',
    summary: 'Prove credentials by getting a token, and store them for the other commands',
    positionals: [],
    options: {
      url: { placeholder: 'URL', description: 'Where the service is, http://localhost:8080 for instance' },
      'client-id': { placeholder: 'ID', description: 'The client' },
      'client-secret-file': { placeholder: 'FILE', description: 'A file with its secret; - reads the standard input' },
    },
    details: [
      'What is missing is taken from INVENTORY_URL, INVENTORY_CLIENT_ID and INVENTORY_CLIENT_SECRET, or asked for;',
      'the secret is not shown.',
      'Stored in $XDG_CONFIG_HOME/inventory-service/credentials.json, which only its owner may read.',
    ],
  },
  async ({ options }) => {
    const { INVENTORY_URL, INVENTORY_CLIENT_ID } = process.env
    const baseUrl = toBaseUrl(options.url ?? (INVENTORY_URL || (await ask('URL', '--url'))))
    const clientId = options['client-id'] ?? (INVENTORY_CLIENT_ID || (await ask('Client id', '--client-id')))
    const clientSecret = await readSecret(options['client-secret-file'])
    const credentials = { baseUrl, clientId, clientSecret }
    await createTokenSource({ ...credentials, fetch: (request) => fetch(request) }).get()
    const file = await storeCredentials(credentials)
    await print(`Logged in to ${baseUrl} as ${clientId}, stored in ${file}.`)
  },
)

export const logout = defineCommand(
  { name: 'logout', summary: 'Remove the stored credentials', positionals: [], options: {} },
  async () => {
    await removeCredentials()
    await print(`Removed ${credentialsFile()}.`)
  },
)

async function readSecret(file: string | undefined): Promise<string> {
  if (file !== undefined) return readSecretFile(file)
  const { INVENTORY_CLIENT_SECRET } = process.env
  return INVENTORY_CLIENT_SECRET || ask('Client secret', '--client-secret-file', { secret: true })
}
