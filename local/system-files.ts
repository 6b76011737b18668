import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readWritten, writeDurably } from './durable-files.ts'

const SECRET_FILE = 'system.secret'
const OPERATOR_KEY_FILE = 'operator.key'
const OPERATOR_PUBLIC_KEY_FILE = 'operator.pub'
const DEMO_CLIENT_FILE = 'demo-client.json'
const OWNER_ONLY = 0o600

const DemoClient = z.object({ clientId: z.string(), clientSecret: z.string() })
export type DemoClient = z.output<typeof DemoClient>

/** The keys of the processes of this machine (docs/adr/0008-keys.md). */
export interface KeyFiles {
  /** The secret of the services. */
  readonly secretFile: string
  /** The two halves of the operator's key. */
  readonly operatorKeyFile: string
  readonly operatorPublicKeyFile: string
}

/** The files of the keys. The first start creates random ones; a folder of an earlier version gets those that it lacks. */
export function ensureKeyFiles(dataDir: string): KeyFiles {
  const [secretFile, operatorKeyFile] = [join(dataDir, SECRET_FILE), join(dataDir, OPERATOR_KEY_FILE)]
  const operatorPublicKeyFile = join(dataDir, OPERATOR_PUBLIC_KEY_FILE)
  mkdirSync(dataDir, { recursive: true })
  if (readWritten(secretFile) === undefined)
    writeDurably(secretFile, `${randomBytes(32).toString('base64url')}\n`, OWNER_ONLY)
  const key = readWritten(operatorKeyFile) ?? newOperatorKey()
  writeDurably(operatorKeyFile, `${key}\n`, OWNER_ONLY)
  writeDurably(operatorPublicKeyFile, createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString())
  return { secretFile, operatorKeyFile, operatorPublicKeyFile }
}

function newOperatorKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
}

/** Writes the file from which the operator's command reads the addresses of the running system. */
export function writeSystemFile(dataDir: string, where: { system: string; rabbitmqUrl: string }): void {
  const content = { ...where, operatorKeyFile: OPERATOR_KEY_FILE }
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
