import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const SECRET_FILE = 'system.secret'
const DEMO_CLIENT_FILE = 'demo-client.json'
const OWNER_ONLY = { mode: 0o600 }

const DemoClient = z.object({ clientId: z.string(), clientSecret: z.string() })
export type DemoClient = z.output<typeof DemoClient>

/** The file of the secret that authenticates internal callers. The first start creates a random one. */
export function ensureSecretFile(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE)
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, OWNER_ONLY)
  return file
}

/** Writes the file from which the operator's command reads the addresses of the running system. */
export function writeSystemFile(dataDir: string, where: { system: string; rabbitmqUrl: string }): void {
  writeFileSync(
    join(dataDir, 'system.json'),
    `${JSON.stringify({ ...where, secretFile: SECRET_FILE }, null, 2)}\n`,
    OWNER_ONLY,
  )
}

/** The demo client of an earlier start; undefined until its demo data is complete. */
export function readDemoClient(dataDir: string): DemoClient | undefined {
  const file = join(dataDir, DEMO_CLIENT_FILE)
  return existsSync(file) ? DemoClient.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/** To be called when the demo data is complete. Until then every start creates the missing demo data. */
export function writeDemoClient(dataDir: string, client: DemoClient): void {
  writeFileSync(join(dataDir, DEMO_CLIENT_FILE), `${JSON.stringify(client, null, 2)}\n`, OWNER_ONLY)
}
