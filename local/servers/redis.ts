import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SupervisedProcess } from '../processes/supervised-process.ts'
import { findFreePort } from './free-port.ts'
import type { LocalServer, ServerOptions } from './local-server.ts'
import { exchange } from './probe.ts'

/** The Debian package of Redis. */
export const REDIS_PACKAGE = { name: 'redis-server', program: 'redis-server' }

/** A private Redis. It writes nothing to disk, because it holds only the counters of the rate limit. */
export async function createRedis({ dataDir, report }: ServerOptions): Promise<LocalServer> {
  const folder = join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true })
  const port = await findFreePort()
  const process = new SupervisedProcess({
    name: 'redis',
    command: 'redis-server',
    args: `--port ${port} --bind 127.0.0.1 --appendonly no --daemonize no`
      .split(' ')
      .concat(['--save', '', '--dir', folder]),
    logFile: join(dataDir, 'logs', 'redis.log'),
    probe: async () => {
      const answer = await exchange(port, Buffer.from('PING\r\n'))
      if (!answer.toString('latin1').startsWith('+PONG')) throw new Error('redis is not ready')
    },
    graceMs: 5_000,
    report,
  })
  return { url: `redis://127.0.0.1:${port}`, processes: [process] }
}
