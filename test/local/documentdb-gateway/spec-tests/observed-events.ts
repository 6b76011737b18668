import type { Document } from 'bson'
import mongoose from 'mongoose'

/** Events that a client emitted, in order. */
export interface ObservedEvents {
  readonly command: ObservedEvent[]
  readonly cmap: ObservedEvent[]
  /** Commands that were sent, whether the test observes them or not. */
  readonly sent: Document[]
}

interface ObservedEvent {
  name: string
  event: Document
}

const { BSON } = mongoose.mongo

const COMMAND_EVENTS = {
  commandStartedEvent: 'commandStarted',
  commandSucceededEvent: 'commandSucceeded',
  commandFailedEvent: 'commandFailed',
} as const

const CMAP_EVENTS = {
  poolReadyEvent: 'connectionPoolReady',
  poolClearedEvent: 'connectionPoolCleared',
  connectionCheckOutStartedEvent: 'connectionCheckOutStarted',
  connectionCheckOutFailedEvent: 'connectionCheckOutFailed',
  connectionCheckedOutEvent: 'connectionCheckedOut',
  connectionCheckedInEvent: 'connectionCheckedIn',
} as const

const INTERNAL_COMMANDS = new Set(['hello', 'isMaster', 'ismaster', 'configureFailPoint'])

/** Records the events of a client that a test observes. */
export function observeEvents(
  client: mongoose.mongo.MongoClient,
  names: string[],
  ignoredCommands: string[],
): ObservedEvents {
  const observed: ObservedEvents = { command: [], cmap: [], sent: [] }
  client.on('commandStarted', ({ commandName, command }) => {
    if (!INTERNAL_COMMANDS.has(commandName)) observed.sent.push(command)
  })
  for (const [name, emitted] of Object.entries(COMMAND_EVENTS)) {
    client.on(emitted, (emittedEvent: Document) => {
      const event = copyOf(emittedEvent)
      const isIgnored = INTERNAL_COMMANDS.has(event.commandName) || ignoredCommands.includes(event.commandName)
      if (names.includes(name) && !isIgnored) observed.command.push({ name, event })
    })
  }
  for (const [name, emitted] of Object.entries(CMAP_EVENTS)) {
    client.on(emitted, (event: Document) => {
      if (names.includes(name)) observed.cmap.push({ name, event })
    })
  }
  return observed
}

// The driver changes parts of a command when it repeats it, so the event keeps a copy.
function copyOf({ commandName, command, reply, failure, databaseName, ...rest }: Document): Document {
  const copy = command && BSON.deserialize(BSON.serialize(command, { ignoreUndefined: true }))
  return { ...rest, commandName, reply, failure, databaseName, command: copy }
}
