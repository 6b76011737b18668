import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { GATEWAY_PROGRAM, prepareDocumentdb, settings } from '../../../local/servers/documentdb.ts'
import { createFront } from './front.ts'
import { openMembers } from './members.ts'

// Stands in for mongod in a container, as its user mongodb: PostgreSQL with DocumentDB, the local gateway, and the front.

const DATA = '/data/db'
const SOCKETS = join(DATA, 'socket')
const BIN = '/usr/lib/postgresql/18/bin'
const GATEWAY_PORT = 27_018

const { values } = parseArgs({
  options: {
    replSet: { type: 'string' },
    bind_ip_all: { type: 'boolean' },
    keyFile: { type: 'string', default: '' },
    wiredTigerCacheSizeGB: { type: 'string' },
    setParameter: { type: 'string', multiple: true, default: [] },
    quiet: { type: 'boolean' },
  },
})
const key = statSync(values.keyFile)
if (key.uid !== process.getuid?.() || (key.mode & 0o077) !== 0)
  throw new Error(`permissions on ${values.keyFile} are too open, or it belongs to another user`)
const lifetime = /transactionLifetimeLimitSeconds=(\d+)/.exec(values.setParameter.join())?.[1] ?? '60'

if (!existsSync(join(DATA, 'cluster'))) {
  const made = spawnSync(
    join(BIN, 'initdb'),
    ['-D', join(DATA, 'cluster'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    { stdio: 'inherit' },
  )
  if (made.status !== 0) throw new Error('initdb failed')
  mkdirSync(join(DATA, 'cluster', 'pg_documentdb_cursor_files'))
}
mkdirSync(SOCKETS, { recursive: true })
const postgres = spawn('sh', ['-c', `exec ${join(BIN, 'postgres')} -D ${join(DATA, 'cluster')} ${settings(SOCKETS)}`], {
  stdio: 'inherit',
})
for (;;) {
  try {
    await prepareDocumentdb(SOCKETS)
    break
  } catch (error) {
    if (postgres.exitCode !== null) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const gateway = spawn(process.execPath, [GATEWAY_PROGRAM], {
  cwd: SOCKETS,
  env: { PATH: process.env.PATH, PORT: String(GATEWAY_PORT), TRANSACTION_LIFETIME_SECONDS: lifetime },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
await once(gateway, 'message')

const rootPassword = readFileSync(process.env.MONGO_INITDB_ROOT_PASSWORD_FILE ?? '', 'utf8').trim()
const front = createFront(openMembers(DATA, rootPassword), GATEWAY_PORT)
front.listen(27_017)
const stop = () => {
  gateway.kill()
  postgres.kill('SIGINT')
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
for (const child of [postgres, gateway]) child.once('exit', () => stop())
await once(postgres, 'exit')
process.exit(0)
