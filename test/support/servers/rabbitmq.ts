import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRabbitmq } from '../../../local/servers/rabbitmq.ts'
import { createDataFolder } from './data-folder.ts'
import { listQueues, rabbitmqctl } from './rabbitmqctl.ts'

interface RabbitmqOptions {
  /** Whether it has the plugins of `npm start`, or none. */
  readonly hasPlugins?: boolean
  /** Prepares its folder; answers further lines of its configuration. */
  readonly prepare?: (folder: string) => readonly string[]
}

export interface OwnRabbitmq extends AsyncDisposable {
  readonly url: string
  /** These columns of all queues. */
  listQueues<C extends string>(...columns: readonly C[]): Promise<Record<C, unknown>[]>
  /** Runs a command of rabbitmqctl, and resolves with what it prints. */
  ctl(...args: readonly string[]): Promise<string>
}

/** A RabbitMQ of a test's own, whatever the environment has. */
export async function startRabbitmq({ hasPlugins = true, prepare }: RabbitmqOptions = {}): Promise<OwnRabbitmq> {
  const dataDir = createDataFolder()
  const { url, processes } = await createRabbitmq({ dataDir, report: () => undefined })
  if (!hasPlugins) writeFileSync(join(dataDir, 'rabbitmq', 'enabled_plugins'), '[].\n')
  const home = join(dataDir, 'rabbitmq')
  if (prepare) appendFileSync(join(home, 'rabbitmq.conf'), `${prepare(home).join('\n')}\n`)
  const stop = async () => {
    for (const process of processes.toReversed()) await process.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    for (const process of processes) await process.start()
  } catch (error) {
    await stop()
    throw error
  }
  const [, server] = processes
  return {
    url,
    listQueues: (...columns) => listQueues(server?.pid, columns),
    ctl: (...args) => rabbitmqctl(server?.pid, ...args),
    [Symbol.asyncDispose]: stop,
  }
}
