import { join } from 'node:path'
import { compiled } from './processes/program-paths.ts'
import { SupervisedProcess } from './processes/supervised-process.ts'

const MAINS = {
  auth: 'services/auth/main.js',
  catalog: 'services/catalog/main.js',
  inventory: 'services/inventory/main.js',
  notifications: 'services/notifications/main.js',
  reporting: 'services/reporting/main.js',
  gateway: 'gateway/main.js',
} as const
export type ServiceName = keyof typeof MAINS
/**
 * The names of all our processes in the sequence of an update. A reader of events comes before a sender of new ones, because
 * an event is lost if no queue is bound for it. The gateway comes last.
 */
export const serviceNames = [
  'auth',
  'notifications',
  'catalog',
  'inventory',
  'reporting',
  'gateway',
] as const satisfies readonly ServiceName[]

/** As in docker-compose.yml and deploy/kubernetes. Without a limit Node lets garbage grow with the memory of the machine. */
export const HEAP_LIMIT = '--max-old-space-size=256'

/** The addresses of the three servers. */
export interface ServerUrls {
  MONGODB_URI: string
  RABBITMQ_URL: string
  REDIS_URL: string
}

export interface ServiceOptions {
  /** The folder in which the log files are created. */
  readonly dataDir: string
  readonly urls: ServerUrls
  /** The variables with the paths of a process's keys. */
  readonly keys: { of(process: ServiceName): Readonly<Record<string, string>> }
  /** The port of the gateway; the services listen on none. */
  readonly port?: number
  /** Environment variables beside those of this process. */
  readonly env?: NodeJS.ProcessEnv
  readonly report: (line: string) => void
}

/** Creates one of our processes without starting it. `label` distinguishes several processes of one service. */
export function createServiceProcess(
  name: ServiceName,
  options: ServiceOptions,
  label: string = name,
): SupervisedProcess {
  const { dataDir, urls, keys, port, env, report } = options
  return new SupervisedProcess({
    name: label,
    command: process.execPath,
    args: [compiled(MAINS[name])],
    env: {
      ...process.env,
      // Several processes share this machine: each listens on a free port and logs its number.
      ADMIN_PORT: '0',
      // Of two limits Node takes the last: that of the environment, if it has one.
      NODE_OPTIONS: `${HEAP_LIMIT} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
      ...env,
      ...urls,
      ...keys.of(name),
      ...(port !== undefined && { PORT: String(port) }),
    },
    logFile: join(dataDir, 'logs', `${label}.log`),
    graceMs: 12_000,
    report,
  })
}
