import { join } from 'node:path'
import { compiled } from './processes/compiled.ts'
import { SupervisedProcess } from './processes/supervised-process.ts'
import type { ServerUrls } from './servers/servers.ts'

const MAINS = {
  auth: 'services/auth/main.js',
  catalog: 'services/catalog/main.js',
  inventory: 'services/inventory/main.js',
  notifications: 'services/notifications/main.js',
  gateway: 'gateway/main.js',
} as const
export type ServiceName = keyof typeof MAINS
/** All of our processes, the gateway last. */
export const serviceNames = [
  'auth',
  'catalog',
  'inventory',
  'notifications',
  'gateway',
] as const satisfies readonly ServiceName[]

export interface ServiceOptions {
  /** For the log files. */
  readonly dataDir: string
  readonly urls: ServerUrls
  readonly secretFile: string
  /** The gateway's; others do not listen. */
  readonly port?: number
  /** More variables, and those of the operator. */
  readonly env?: NodeJS.ProcessEnv
  readonly report: (line: string) => void
}

/** One of our processes, not started yet; `label` tells several of one service apart. */
export function createServiceProcess(
  name: ServiceName,
  options: ServiceOptions,
  label: string = name,
): SupervisedProcess {
  const { dataDir, urls, secretFile, port, env, report } = options
  return new SupervisedProcess({
    name: label,
    command: process.execPath,
    args: [compiled(MAINS[name])],
    env: {
      ...process.env,
      // Several processes share this machine: each takes a free port and logs it.
      ADMIN_PORT: '0',
      ...env,
      ...urls,
      SYSTEM_SECRET_FILE: secretFile,
      ...(port !== undefined && { PORT: String(port) }),
    },
    logFile: join(dataDir, 'logs', `${label}.log`),
    graceMs: 12_000,
    report,
  })
}
