import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { operations } from '../../shared/contract/index.ts'
import { BASE_PATH } from '../routes/routed-operation.ts'
import { createOpenApi } from './document.ts'

/**
 * Program behind `npm run openapi`, run in the root of the repository: writes gateway/openapi.json. It refuses a change that
 * breaks clients unless `--breaking` is given.
 */
const COMMITTED = 'gateway/openapi.json'
const DEFAULT_RATE_LIMIT = 100

const document = createOpenApi(operations, { baseUrl: BASE_PATH, rateLimitPerMinute: DEFAULT_RATE_LIMIT })
const text = `${JSON.stringify(document, undefined, 2)}\n`
if (existsSync(COMMITTED) && !process.argv.includes('--breaking') && !isCompatible(text)) process.exitCode = 1
else writeFileSync(COMMITTED, text)

function isCompatible(revision: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, revision)
  try {
    const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    execFileSync(process.execPath, [redocly, 'diff', COMMITTED, file, '--fail-on=major'], { stdio: 'inherit', env })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}
