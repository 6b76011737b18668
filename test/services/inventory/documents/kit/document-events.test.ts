import { expect, test } from 'vitest'
import { createDocumentEvents } from '../../../../../services/inventory/documents/kit/document-events.ts'
import { documentEvents } from '../../../../../services/inventory/documents/stock-hooks.ts'
import type { DocumentPayload } from '../../../../../shared/contract/notifications/document-payload.ts'
import type { OutgoingEvent } from '../../../../../shared/messaging/events/outbox.ts'

// The data of these events are facts.
const payloadOf = (events: readonly OutgoingEvent[]) =>
  events.map(({ payload }) => Object(payload).data as DocumentPayload)
const now = new Date()

test('the changes of a large transaction are in several events, each change once', () => {
  const toPayload = new Map([['Line', ({ after }: object & { after?: unknown }) => ({ lines: [after as never] })]])
  const changes = Array.from({ length: 2_500 }, (_, id) => ({
    name: 'Line',
    id,
    before: undefined,
    after: { _id: id, version: 1 },
  }))
  const facts = payloadOf(createDocumentEvents([{ toPayload }])(changes, now))
  expect(facts.map(({ lines }) => lines.length)).toEqual([1_000, 1_000, 500])
  expect(facts.flatMap(({ lines }) => lines)).toEqual(changes.map(({ after }) => after))
})

test('changes that reports do not need make no event', () => {
  const lot = { name: 'Lot', id: 1, before: undefined, after: { _id: 1, version: 1 } }
  expect(documentEvents([lot], now)).toEqual([])
  const open = { _id: '1/CC-1', version: 2, countNo: 'CC-1', lineNo: 1, state: 'Counted' }
  const counted = { name: 'CountLine', id: open._id, before: { ...open, version: 1 }, after: open }
  expect(documentEvents([counted], now)).toEqual([])
})
