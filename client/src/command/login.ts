import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { createTokenSource } from '../token-source.ts'
import { defineCommand, Failure, UsageError } from './command.ts'
import { credentialsFile, removeCredentials, storeCredentials, toBaseUrl } from './connect.ts'
import { readSecretFile } from './files.ts'
import { print } from './terminal.ts'

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

/** Asks at the terminal. What is typed as a `secret` is not shown. */
export async function ask(question: string, option: string, { secret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${option} is missing, and there is no terminal to ask at.`)
  const silent = new Writable({ write: (_bytes, _encoding, done) => done() })
  // As a terminal readline shows what is typed itself, on its output.
  const lines = createInterface({ input: process.stdin, output: secret ? silent : process.stderr, terminal: true })
  // Only now does the terminal itself show nothing of what is typed.
  process.stderr.write(`${question}: `)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', (line) => resolve(line.trim()))
      lines.once('close', () => reject(new Failure('Canceled.')))
    })
  } finally {
    lines.close()
    if (secret) process.stderr.write('\n')
  }
}
