import { z } from 'zod'
import { across, longInteger, namedRecord, optional } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { eventTypes, moment, nullableMoment, readable, recInPath, writable } from './webhooks.ts'

export const replayStatuses = ['running', 'done', 'stopped', 'failed'] as const
export type ReplayStatus = (typeof replayStatuses)[number]

const position = (description: string) => z.int().meta({ description })

export const WebhookReplay = namedRecord('WebhookReplay', 'A range of the feed that is sent to a webhook again', {
  rec: z.int().meta({ description: 'Webhook record number' }),
  fromSequence: position('The first change of the range'),
  toSequence: position('The last change of the range'),
  nextSequence: position('Each change of the range before this one was accepted or given up'),
  types: z.array(z.string()).nullable().meta({ description: 'The only types that are sent; null: all of the webhook' }),
  delivered: z.int().meta({ description: 'Deliveries that were accepted' }),
  status: z.enum(replayStatuses).meta({
    description:
      'done: each delivery was accepted or given up; stopped: by the client; failed: the webhook was switched off',
  }),
  startedAt: moment('When it was started'),
  endedAt: nullableMoment('When it ended; null while it is running'),
})
export type WebhookReplay = z.output<typeof WebhookReplay>

const sequence = (description: string) => optional(longInteger().min(1, 'must be 1 or greater.')).meta({ description })

const replayInput = z
  .object({
    rec: recInPath(),
    fromSequence: sequence('The first change; either this or fromTime'),
    fromTime: optional(dayOrMoment('from')).meta({
      description: 'Begin with the first change that happened on this day, at this moment or later',
    }),
    toSequence: sequence('The last change; the present end of the feed by default'),
    toTime: optional(dayOrMoment('until', 'fromTime')).meta({
      description: 'End with the last change that happened on this day, at this moment or before',
    }),
    types: optional(eventTypes('Send only these types of changes')),
  })
  .check(
    across(({ value, issues }) => {
      const { fromSequence, fromTime, toSequence, toTime } = value
      const refuse = (path: string, message: string) =>
        issues.push({ code: 'custom', path: [path], message, input: value })
      const isGiven = (field: unknown) => field !== undefined && field !== null
      const isBefore = <T>(one: T, other: T) => isGiven(one) && isGiven(other) && one < other
      if (!isGiven(fromSequence) && !isGiven(fromTime)) refuse('fromSequence', 'is required.')
      if (isGiven(fromSequence) && isGiven(fromTime)) refuse('fromTime', 'must not be given with fromSequence.')
      if (isGiven(toSequence) && isGiven(toTime)) refuse('toTime', 'must not be given with toSequence.')
      if (isBefore(toSequence, fromSequence)) refuse('toSequence', 'must not be before fromSequence.')
    }),
  )
export type ReplayInput = z.output<typeof replayInput>

const missing = ['Webhook 4711000 does not exist.', 'Webhook 1 has had no replay.'] as const

/** A range of the feed that is sent to a webhook again, beside the changes that happen. */
export const webhookReplays = {
  replayWebhook: {
    summary: 'Send a range of changes again, one after the other, beside new ones',
    description:
      'Each change of the range that the webhook gets by its events and the rights of its client is sent with its ' +
      'webhook-id and body, so a receiver that had it can drop it. One that fails is repeated like any delivery and ' +
      'delays no other. There is one replay of a webhook at a time; switching the webhook off ends it.',
    route: 'POST /Webhook/:rec/Replay',
    ...writable,
    messages: {
      not_found: [missing[0]],
      conflict: ['Webhook 1 is not active.', 'A replay to webhook 1 is running already.'],
    },
    input: replayInput,
    output: WebhookReplay,
    example: { rec: 1, fromSequence: 1 },
  },
  getWebhookReplay: {
    summary: 'Get the progress of the running or last replay of a webhook',
    route: 'GET /Webhook/:rec/Replay',
    ...readable,
    messages: { not_found: missing },
    input: z.object({ rec: recInPath() }),
    output: WebhookReplay,
    example: { rec: 1 },
  },
  stopWebhookReplay: {
    summary: 'Stop the replay of a webhook; one that has ended stays as it is',
    route: 'DELETE /Webhook/:rec/Replay',
    ...writable,
    messages: { not_found: missing },
    input: z.object({ rec: recInPath() }),
    output: WebhookReplay,
    example: { rec: 1 },
  },
} as const satisfies Record<string, Spec>
