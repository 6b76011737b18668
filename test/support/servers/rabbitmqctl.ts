import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentOf } from '../../faults/components/process-tree.ts'

const run = promisify(execFile)
/** The rabbitmqctl on the PATH changes to another user, whose Erlang cookie differs. */
const RABBITMQCTL = '/usr/lib/rabbitmq/bin/rabbitmqctl'

/** These columns of all queues of the local RabbitMQ with this process id. */
export async function listQueues<C extends string>(pid: number, columns: readonly C[]): Promise<Record<C, unknown>[]> {
  const { stdout } = await run(RABBITMQCTL, ['-q', '--formatter', 'json', 'list_queues', ...columns], {
    env: { ...environmentOf(pid), PATH: process.env.PATH },
  })
  return JSON.parse(stdout)
}
