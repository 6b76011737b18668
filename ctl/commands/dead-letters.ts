import type { GetMessage } from 'amqplib'
import { type Command, Option } from 'commander'
import { deadLetterQueueOf, eventQueues, isDeadLetterQueue } from '../../shared/contract/events.ts'
import { readBatch } from '../../shared/messaging/amqp/event-batch.ts'
import { type Connection, type OpenQueue, openConnection } from '../connection/connection.ts'
import { CtlError } from '../output/failure.ts'
import { type Io, present } from '../output/present.ts'

const queues = Object.values(eventQueues).filter((name) => !isDeadLetterQueue(name))

const addQueueOption = (command: Command) =>
  command.addOption(new Option('--queue <queue>', 'the queue they were in; by default all').choices(queues))
const chosenQueues = (command: Command) => {
  const { queue } = command.opts<{ queue?: string }>()
  return queue === undefined ? queues : [queue]
}

export function addDeadLetterList(command: Command, io: Io, asJson: boolean): void {
  command.description(`List events that could not be handled, with the error: the oldest ${MAX_READ} of each queue`)
  addQueueOption(command).action(async () => {
    await using connection = await openConnection(io.env)
    const found = await Promise.all(chosenQueues(command).map((queue) => readDeadLetters(connection, queue)))
    present(found.flat(), io, asJson)
  })
}

export function addDeadLetterRepeat(command: Command, io: Io, asJson: boolean): void {
  command
    .description('Handle events again that could not be handled, when the cause is mended')
    .argument('[id]', 'the id of one event; by default all')
  addQueueOption(command).action(async (id: string | undefined) => {
    await using connection = await openConnection(io.env)
    const counts = await Promise.all(chosenQueues(command).map((queue) => repeatDeadLetters(connection, queue, id)))
    const repeated = counts.reduce((sum, count) => sum + count, 0)
    if (id !== undefined && repeated === 0)
      throw new CtlError(`There is no dead letter ${id} among the oldest ${MAX_READ}.`)
    present({ repeated }, io, asJson)
  })
}

/** Most messages of one queue that a command holds at a time. */
const MAX_READ = 200
/** RabbitMQ 4 drops a message of a quorum queue that was put back more than 20 times: one near that is stored anew. */
const MAX_PUT_BACK = 10

/** The oldest dead letters of a queue of events; they stay where they are. */
function readDeadLetters(connection: Connection, queue: string) {
  return takeEach(connection, queue, MAX_READ, async (message, opened, name) => {
    await putBack(opened, deadLetterQueueOf(name), message)
    return describe(queue, message)
  })
}

/**
 * Moves dead letters back to the queue whose consumer could not handle them: all that are there now, or those with an id
 * among the oldest. Each is acknowledged when RabbitMQ has stored it in that queue, so it may be there twice but is never
 * lost.
 */
async function repeatDeadLetters(connection: Connection, queue: string, id?: string): Promise<number> {
  const limit = id === undefined ? Number.POSITIVE_INFINITY : MAX_READ
  const repeated = await takeEach(connection, queue, limit, async (message, opened, name) => {
    if (id !== undefined && describe(queue, message).id !== id) {
      await putBack(opened, deadLetterQueueOf(name), message)
      return false
    }
    await move(opened, name, message, {})
    return true
  })
  return repeated.filter(Boolean).length
}

type Take<T> = (message: GetMessage, opened: OpenQueue, queue: string) => Promise<T>

/** Takes the messages that are in the dead-letter queue now, oldest first, each once even if it fails again. */
function takeEach<T>(connection: Connection, queue: string, limit: number, take: Take<T>): Promise<T[]> {
  return connection.onQueue(queue, async (opened, name) => {
    const from = deadLetterQueueOf(name)
    const [state] = await connection.findQueues([deadLetterQueueOf(queue)])
    const taken: T[] = []
    for (let left = Math.min(state?.messages ?? 0, limit); left > 0; left--) {
      const message = await opened.channel.get(from)
      if (!message) break
      taken.push(await take(message, opened, name))
    }
    return taken
  })
}

/** What is not acknowledged is put back when the channel closes, each time with a higher count. */
async function putBack(opened: OpenQueue, from: string, message: GetMessage): Promise<void> {
  const { headers = {} } = message.properties
  const { 'x-delivery-count': count = 0, error, at } = headers
  if (count >= MAX_PUT_BACK) await move(opened, from, message, { error, at })
}

/** Resolves when RabbitMQ has stored the message in the other queue and this one is acknowledged. */
async function move(
  { channel, user: userId }: OpenQueue,
  to: string,
  message: GetMessage,
  headers: object,
): Promise<void> {
  let isStored = true
  const onReturn = () => {
    isStored = false
  }
  channel.once('return', onReturn)
  await new Promise<void>((resolve, reject) => {
    const lost = () => reject(new CtlError('The connection to RabbitMQ was lost. What was not moved is where it was.'))
    channel.once('close', lost)
    const options = { persistent: true, mandatory: true, contentType: 'application/json', userId, headers }
    channel.publish('', to, message.content, options, (error: unknown) => {
      channel.off('close', lost)
      if (error) reject(new CtlError(`RabbitMQ refused a message for the queue ${to}.`, { cause: error }))
      else resolve()
    })
  })
  channel.off('return', onReturn)
  if (!isStored) throw new CtlError(`There is no queue ${to}: start the service that takes from it.`)
  channel.ack(message)
}

/** An event that its queue's consumer could not handle; its subject and id are null if it is no event. */
function describe(queue: string, { content, properties }: GetMessage) {
  const { error, at } = properties.headers ?? {}
  const [event] = read(content)
  return {
    queue,
    at: String(at ?? ''),
    subject: event?.subject ?? null,
    id: event?.id ?? null,
    error: String(error ?? ''),
  }
}

function read(content: Buffer) {
  try {
    return readBatch(content)
  } catch {
    return []
  }
}
