import type { Document } from 'bson'
import mongoose from 'mongoose'
import type { Entities } from './entities.ts'
import { expectMatch, MismatchError } from './match.ts'
import type { ExpectedEvents } from './test-file.ts'

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

/** Checks the events of a test. */
export function expectEvents(expected: ExpectedEvents, entities: Entities): void {
  const kind = expected.eventType ?? 'command'
  if (kind === 'sdam') throw new MismatchError('the runner does not record events of type sdam')
  const observed = entities.events(expected.client)[kind]
  const names = observed.map(({ name, event }) => `${name}(${event.commandName ?? ''})`).join(', ')
  const isCountRight = expected.ignoreExtraEvents
    ? observed.length >= expected.events.length
    : observed.length === expected.events.length
  if (!isCountRight) throw new MismatchError(`${expected.events.length} events expected, got ${names || 'none'}`)
  for (const [i, entry] of expected.events.entries()) {
    const [name = '', fields = {}]: [string?, Document?] = Object.entries<Document>(entry)[0] ?? []
    const actual = observed[i]
    if (actual?.name !== name) throw new MismatchError(`event ${i}: expected ${name}, got ${names}`)
    expectFields(fields, actual.event, entities, `events[${i}]`)
  }
}

function expectFields(fields: Document, event: Document, entities: Entities, path: string): void {
  const { hasServiceId: _, hasServerConnectionId: __, interruptInUseConnections: ___, ...compared } = fields
  for (const [name, value] of Object.entries(compared)) expectMatch(value, event[name], entities, `${path}.${name}`)
}
