import type { Document } from 'bson'
import type { Entities } from './entities.ts'
import { expectMatch, MismatchError } from './match.ts'
import type { ExpectedEvents } from './test-file.ts'

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
