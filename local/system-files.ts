import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const SECRET_FILE = 'system.secret'
const DEMO_CLIENT_FILE = 'demo-client.json'
const OWNER_ONLY = { mode: 0o600 }

const DemoClient = z.object({ clientId: z.string(), clientSecret: z.string() })
export type DemoClient = z.output<typeof DemoClient>

/** The file with the secret that internal callers prove themselves with; made at random at the first start. */
export function ensureSecretFile(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE)
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, OWNER_ONLY)
  return file
}

/** Tells the operator's command where the running system is. */
export function writeSystemFile(dataDir: string, where: { system: string; rabbitmqUrl: string }): void {
  writeFileSync(
    join(dataDir, 'system.json'),
    `${JSON.stringify({ ...where, secretFile: SECRET_FILE }, null, 2)}\n`,
    OWNER_ONLY,
  )
}

/** The demo client of an earlier start, if its demo data was finished. */
export function readDemoClient(dataDir: string): DemoClient | undefined {
  const file = join(dataDir, DEMO_CLIENT_FILE)
  return existsSync(file) ? DemoClient.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/** Written last: a start that was interrupted before makes the demo data again, which changes nothing twice. */
export function writeDemoClient(dataDir: string, client: DemoClient): void {
  writeFileSync(join(dataDir, DEMO_CLIENT_FILE), `${JSON.stringify(client, null, 2)}\n`, OWNER_ONLY)
}
