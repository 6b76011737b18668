import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ConfirmChannel, type ConsumeMessage, connect, type Options } from 'amqplib'
import { z } from 'zod'
import { closeConnection } from '../../shared/messaging/amqp/amqp-link.ts'
import { runCommand } from '../processes/run-command.ts'
import { SupervisedProcess } from '../processes/supervised-process.ts'
import type { ServerOptions } from './local-server.ts'
import { repairNode } from './node-repair.ts'
import { NODE_NAME, prepareNode, RABBITMQ_SERVER } from './rabbitmq-node.ts'

const RABBITMQCTL = '/usr/lib/rabbitmq/bin/rabbitmqctl'
/** Where the RabbitMQ 3 that versions up to 1.3.0 started has its data, in the folder of RabbitMQ. */
const EARLIER_DATA = 'mnesia'
const EARLIER_HOME = 'earlier'
/** The type of a message that we put at the end of a queue. */
const END_MARK = 'inventory-service.end'
const AT_ONCE = 100

const Arguments = z.record(z.string(), z.unknown())
const Lasting = z.object({ name: z.string(), durable: z.boolean(), auto_delete: z.boolean(), arguments: Arguments })
const Binding = z.object({
  source: z.string(),
  destination: z.string(),
  destination_type: z.string(),
  routing_key: z.string(),
  arguments: Arguments,
})
const Definitions = z.object({
  exchanges: z.array(Lasting.extend({ type: z.string() })),
  queues: z.array(Lasting),
  bindings: z.array(Binding),
})

/** Whether the RabbitMQ that an earlier version installed is still on this machine. */
export const hasEarlierRabbitmq = (): boolean => existsSync(RABBITMQ_SERVER)

/**
 * Moves the messages that wait in an earlier version's RabbitMQ 3, whose data RabbitMQ 4.3 cannot read, to the one at `url`:
 * events are kept nowhere else. Queues, exchanges and bindings are moved first, so that no event is lost that is
 * published before its consumer has started. After an interruption the next start moves the rest; a message may then be
 * there twice.
 */
export async function moveEarlierMessages(options: ServerOptions, url: string): Promise<void> {
  const home = join(options.dataDir, 'rabbitmq')
  const [data, earlierHome] = [join(home, EARLIER_DATA), join(home, EARLIER_HOME)]
  if (existsSync(data)) {
    if (!hasEarlierRabbitmq())
      throw new Error(
        `${data} has messages of an earlier version's RabbitMQ 3, which is missing on this machine: install it ` +
          '(apt-get install rabbitmq-server on Debian 12) and start again, or remove that folder with its messages',
      )
    options.report('moving the messages of the RabbitMQ of an earlier version')
    await moveAll(options, url)
    // At once: a folder that is removed in part would be taken for one that has messages.
    renameSync(data, join(earlierHome, EARLIER_DATA))
  }
  rmSync(earlierHome, { recursive: true, force: true })
}

async function moveAll(options: ServerOptions, url: string): Promise<void> {
  await using earlier = await startEarlierRabbitmq(options)
  await using from = await open(earlier.url)
  await using to = await open(url)
  const { exchanges, queues, bindings } = await earlier.definitions()
  const lasting = queues.filter(isLasting)
  for (const { name, type, ...others } of exchanges.filter(isLasting))
    await to.channel.assertExchange(name, type, { durable: true, arguments: others.arguments })
  for (const queue of lasting) await to.channel.assertQueue(queue.name, { durable: true, arguments: queue.arguments })
  for (const { source, destination, routing_key: key, ...others } of bindings)
    if (lasting.some(({ name }) => name === destination))
      await to.channel.bindQueue(destination, source, key, others.arguments)
  await from.channel.prefetch(AT_ONCE)
  let moved = 0
  for (const { name } of lasting) moved += await moveQueue(name, from.channel, to.channel)
  options.report(`moved ${moved} messages`)
}

/** Queues of calls end by themselves when nobody takes from them: nobody waits for those calls any more. */
const isLasting = ({ durable, auto_delete: ends, arguments: args }: z.output<typeof Lasting>) =>
  durable && !ends && !('x-expires' in args)

/**
 * A quorum queue with a single active consumer refuses to give single messages, and may say that it is empty while it has no
 * leader. So a mark is put at its end, which also waits for the leader, and all before the mark is consumed.
 */
async function moveQueue(queue: string, from: ConfirmChannel, to: ConfirmChannel): Promise<number> {
  const mark = randomUUID()
  await confirmed(from, queue, Buffer.alloc(0), { persistent: true, type: END_MARK, messageId: mark })
  const moves: Promise<void>[] = []
  const reached = Promise.withResolvers<void>()
  const onClose = () => reached.reject(new Error(`RabbitMQ ended the connection while ${queue} was moved`))
  from.once('close', onClose)
  const take = (message: ConsumeMessage | null) => {
    if (!message) return reached.reject(new Error(`the queue ${queue} was removed while it was moved`))
    const { type, messageId } = message.properties
    if (type === END_MARK) {
      // Another one is of an interrupted move.
      from.ack(message)
      if (messageId === mark) reached.resolve()
      return
    }
    const move = store(queue, message, to).then(() => from.ack(message))
    move.catch(reached.reject)
    moves.push(move)
  }
  await from.consume(queue, take, { consumerTag: mark })
  await reached.promise
  await Promise.all(moves)
  await from.cancel(mark)
  from.off('close', onClose)
  return moves.length
}

/** Resolves when RabbitMQ has stored the message. What the server itself adds, such as counts of deliveries, begins anew. */
function store(queue: string, { content, properties }: ConsumeMessage, channel: ConfirmChannel): Promise<void> {
  const { headers = {}, contentType, userId } = properties
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-')))
  return confirmed(channel, queue, content, { persistent: true, contentType, userId, headers: kept })
}

function confirmed(channel: ConfirmChannel, queue: string, content: Buffer, options: Options.Publish): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.sendToQueue(queue, content, options, (error: unknown) => (error ? reject(error) : resolve()))
  })
}

async function open(url: string) {
  const model = await connect(url)
  const channel = await model.createConfirmChannel()
  // What waits for a reply fails with the channel.
  for (const emitter of [model, channel]) emitter.on('error', () => undefined)
  return {
    channel,
    [Symbol.asyncDispose]: () => closeConnection(model),
  }
}

/** Starts the RabbitMQ 3 that an earlier version installed, on the data in the folder; it makes them if there are none. */
export async function startEarlierRabbitmq({ dataDir, report }: ServerOptions) {
  const home = join(dataDir, 'rabbitmq', EARLIER_HOME)
  const data = join(dataDir, 'rabbitmq', EARLIER_DATA, NODE_NAME)
  const node = await prepareNode({ home, inside: home, data: join('..', EARLIER_DATA) })
  const env = { ...node.environment, PATH: process.env.PATH }
  const common = { env, cwd: home, logFile: join(dataDir, 'logs', 'earlier-rabbitmq.log'), report }
  const epmd = ['-port', String(node.epmdPort), '-address', '127.0.0.1']
  const processes = [
    new SupervisedProcess({ name: 'earlier epmd', command: 'epmd', args: epmd, probe: node.probeEpmd, ...common }),
    new SupervisedProcess({
      name: 'earlier rabbitmq',
      command: RABBITMQ_SERVER,
      args: [],
      probe: node.probe,
      ...common,
    }),
  ]
  const stop = async () => {
    for (const process of processes.toReversed()) await process.stop()
  }
  try {
    await repairNode({
      folder: data,
      erl: (script, folder) =>
        runCommand('erl', ['-noshell', '-eval', script, '-extra', join(data, folder)], { env, cwd: home }),
    })
    for (const process of processes) await process.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: node.url,
    definitions: async () => {
      const exported = join(home, 'exported.json')
      await runCommand(RABBITMQCTL, ['-q', 'export_definitions', exported], { env })
      return Definitions.parse(JSON.parse(readFileSync(exported, 'utf8')))
    },
    [Symbol.asyncDispose]: stop,
  }
}
