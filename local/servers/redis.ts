import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { installServerRoot } from '../install/server-root.ts'
import { SupervisedProcess } from '../processes/supervised-process.ts'
import { inRoot, insideOf, type LocalServer, type ServerOptions } from './local-server.ts'
import { exchange, findFreePort } from './ports.ts'

/** As in deploy/setup. What is kept leaves half of it to counters, leases and sessions, none of which is evicted. */
const MEMORY = '--maxmemory 128mb --maxmemory-policy noeviction'

/** A private Redis. It writes nothing to disk, because it holds nothing that is needed after a restart. */
export async function createRedis({ dataDir, report }: ServerOptions): Promise<LocalServer> {
  const root = await installServerRoot(report)
  const folder = join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true })
  const port = await findFreePort()
  const process = new SupervisedProcess({
    name: 'redis',
    ...inRoot({ root, folder, server: 'redis', script: START_SCRIPT, env: { REDIS_PORT: String(port) } }),
    logFile: join(dataDir, 'logs', 'redis.log'),
    probe: async () => {
      const response = await exchange(port, Buffer.from('PING\r\n'))
      if (!response.toString('latin1').startsWith('+PONG')) throw new Error('redis is not ready')
    },
    graceMs: 5_000,
    report,
  })
  return { url: `redis://127.0.0.1:${port}`, processes: [process] }
}

const START_SCRIPT = `
exec chroot "$ROOT" redis-server --port "$REDIS_PORT" --bind 127.0.0.1 --dir ${insideOf('redis')} \\
  --save '' --appendonly no --daemonize no ${MEMORY}
`
