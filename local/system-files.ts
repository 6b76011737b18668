import { join } from 'node:path'
import { z } from 'zod'
import { readWritten, writeDurably } from './durable-files.ts'
import { OPERATOR_KEY_FILE, PUBLIC_KEYS_FILE } from './key-files.ts'

const DEMO_CLIENT_FILE = 'demo-client.json'
const OWNER_ONLY = 0o600

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
