import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentOf } from '../../faults/components/process-tree.ts'

const run = promisify(execFile)
/** The rabbitmqctl on the PATH changes to another user, whose Erlang cookie differs. */
const RABBITMQCTL = '/usr/lib/rabbitmq/bin/rabbitmqctl'

/** Runs a command in the root of the local RabbitMQ with this process id, and resolves with what it prints. */
export async function rabbitmqctl(pid: number | undefined, ...args: readonly string[]): Promise<string> {
  if (pid === undefined) throw new Error('RabbitMQ is not running')
  const inside = ['--target', String(pid), '--mount', '--root', '--wd']
  const { stdout } = await run('nsenter', [...inside, RABBITMQCTL, '-q', ...args], { env: environmentOf(pid) })
  return stdout
}

/** These columns of all queues. */
export async function listQueues<C extends string>(
  pid: number | undefined,
  columns: readonly C[],
): Promise<Record<C, unknown>[]> {
  return JSON.parse(await rabbitmqctl(pid, '--formatter', 'json', 'list_queues', ...columns))
}
