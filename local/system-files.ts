import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readWritten, writeDurably } from './durable-files.ts'
import { type ServiceName, serviceNames } from './services.ts'

const OPERATOR_KEY_FILE = 'operator.key'
const PUBLIC_KEYS_FILE = 'public-keys.json'
/** The one secret of all processes in a folder of an earlier version. */
const EARLIER_SECRET_FILE = 'system.secret'
/** The processes that store secrets. */
const STORING: readonly ServiceName[] = ['gateway', 'auth', 'notifications']
const OWNER_ONLY = 0o600

/** The keys of the processes of this machine (docs/adr/0008-keys.md): variables with the paths of their files. */
export type KeyFiles = ReturnType<typeof ensureKeyFiles>

/**
 * Makes the keys that the folder lacks. What an earlier version stored stays readable: notifications goes on with its
 * secret.
 */
export function ensureKeyFiles(dataDir: string) {
  const path = (name: string) => join(dataDir, name)
  const ensure = (name: string, make: () => string): string => {
    const written = readWritten(path(name))
    if (written !== undefined) return written
    const content = make()
    writeDurably(path(name), `${content}\n`, OWNER_ONLY)
    return content
  }
  mkdirSync(dataDir, { recursive: true })
  const privateKeys = [
    ['operator', ensure(OPERATOR_KEY_FILE, newKey)] as const,
    ...serviceNames.map((name) => [name, ensure(`${name}.key`, newKey)] as const),
  ]
  const publicKeys = privateKeys.map(([name, pem]) => [
    name,
    createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64'),
  ])
  writeDurably(path(PUBLIC_KEYS_FILE), `${JSON.stringify(Object.fromEntries(publicKeys), null, 2)}\n`)
  const earlierSecret = readWritten(path(EARLIER_SECRET_FILE))
  for (const name of STORING) ensure(`${name}.secret`, () => (name === 'notifications' && earlierSecret) || newSecret())

  const shared = { PUBLIC_KEYS_FILE: path(PUBLIC_KEYS_FILE) }
  return {
    ofOperator: { OPERATOR_KEY_FILE: path(OPERATOR_KEY_FILE), ...shared },
    /** Those of a process, which holds no others. */
    of: (process: ServiceName): Readonly<Record<string, string>> => ({
      PROCESS_KEY_FILE: path(`${process}.key`),
      ...shared,
      ...(STORING.includes(process) && { STORAGE_SECRET_FILE: path(`${process}.secret`) }),
      ...(process === 'auth' && earlierSecret && { EARLIER_SECRET_FILE: path(EARLIER_SECRET_FILE) }),
    }),
  }
}

const newSecret = () => randomBytes(32).toString('base64url')

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
}

const DEMO_CLIENT_FILE = 'demo-client.json'

const DemoClient = z.object({ clientId: z.string(), clientSecret: z.string() })
export type DemoClient = z.output<typeof DemoClient>

/** Writes the file from which the operator's command reads the addresses of the running system. */
export function writeSystemFile(dataDir: string, where: { system: string; rabbitmqUrl: string }): void {
  const content = { ...where, operatorKeyFile: OPERATOR_KEY_FILE, publicKeysFile: PUBLIC_KEYS_FILE }
  writeDurably(join(dataDir, 'system.json'), `${JSON.stringify(content, null, 2)}\n`, OWNER_ONLY)
}

/** The demo client of an earlier start; undefined until its demo data is complete. */
export function readDemoClient(dataDir: string): DemoClient | undefined {
  const file = join(dataDir, DEMO_CLIENT_FILE)
  const text = readWritten(file)
  if (text === undefined) return undefined
  try {
    return DemoClient.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} cannot be read; remove it, and the next start gives the demo client a new secret`, {
      cause: error,
    })
  }
}

/** To be called when the demo data is complete. Until then every start creates the missing demo data. */
export function writeDemoClient(dataDir: string, client: DemoClient): void {
  writeDurably(join(dataDir, DEMO_CLIENT_FILE), `${JSON.stringify(client, null, 2)}\n`, OWNER_ONLY)
}
