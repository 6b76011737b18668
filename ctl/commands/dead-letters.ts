import { type Command, Option } from 'commander'
import { eventQueues, isDeadLetterQueue } from '../../shared/contract/events.ts'
import { openConnection } from '../connection/connection.ts'
import { MAX_READ, readDeadLetters, repeatDeadLetters } from '../connection/dead-letters.ts'
import { CtlError, type Io } from '../output/io.ts'
import { present } from '../output/present.ts'

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
