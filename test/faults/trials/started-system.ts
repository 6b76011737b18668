import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection, SystemFile } from '../../../ctl/connection/connection.ts'
import { compiled } from '../../../local/processes/program-paths.ts'
import { findFreePort } from '../../../local/servers/ports.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { untilWelcome } from '../../support/system/started.ts'
import { environmentOf, findDescendant } from '../components/process-tree.ts'
import type { Disk } from './disk.ts'

/** A system that `npm start` runs on a disk. */
export interface StartedSystem extends AsyncDisposable {
  /** Of `npm start`. */
  readonly pid: number
  readonly gateways: readonly string[]
  readonly system: string
  readonly mongodbUri: string
  readonly logFolder: string
  /** Calls as the operator. */
  readonly call: Call
}

/** Starts it and waits for its welcome; rejects with its output if it ends. */
export async function startOnDisk(
  disk: Disk,
  onLine: (line: string) => void = () => undefined,
): Promise<StartedSystem> {
  const port = await findFreePort()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: join(disk.path, 'data'), PORT: String(port), RATE_LIMIT_PER_MINUTE: '1000000000' }
  const child = disk.run([compiled('local/start.js')], env)
  await untilWelcome(child, onLine)
  const dataDir = join(disk.visiblePath(), 'data')
  const { system, rabbitmqUrl, operatorKeyFile, publicKeysFile } = SystemFile.parse(
    JSON.parse(readFileSync(join(dataDir, 'system.json'), 'utf8')),
  )
  const connection = await openConnection({
    RABBITMQ_URL: rabbitmqUrl,
    SYSTEM_NAME: system,
    OPERATOR_KEY_FILE: join(dataDir, operatorKeyFile),
    PUBLIC_KEYS_FILE: join(dataDir, publicKeysFile),
  })
  const inventory = findDescendant(child.pid ?? 0, /services\/inventory\/main\.js/)
  return {
    pid: child.pid ?? 0,
    gateways: [`http://127.0.0.1:${port}/api/v1`],
    system,
    mongodbUri: environmentOf(inventory).MONGODB_URI ?? '',
    logFolder: join(dataDir, 'logs'),
    call: connection.call,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}
