import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { flag, id, integerText, namedRecord, optional, requiredText } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pagesOf } from '../core/paging.ts'
import { type ChangeType, changeTypes } from './changes.ts'

export const MAX_WEBHOOKS = 20

/** `full` sends a change's data, `id` only the fields that identify its records. */
export const payloadModes = ['full', 'id'] as const
export type PayloadMode = (typeof payloadModes)[number]

const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/

/** No credentials, which every reader of the webhook would see, and no fragment, which is never sent. */
function isDeliveryUrl(written: string): boolean {
  if (!URL.canParse(written)) return false
  const url = new URL(written)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

const rec = () => id().meta({ description: 'Webhook record number' })
export const recInPath = () => integerText(id()).meta({ description: 'Webhook record number' })
const oneOf = (values: readonly string[]) => `must be one of ${values.join(', ')}.`

const name = () => requiredText(64).meta({ description: 'Name' })
const url = () =>
  requiredText(2_000)
    .refine(
      (written) => written === '' || isDeliveryUrl(written),
      'must be an https URL without credentials and fragment.',
    )
    .meta({ description: 'Where changes are sent: https, or http to the loopback for development' })
const fromList = (value: readonly ChangeType[] | string): unknown =>
  typeof value === 'string' ? value.split(',').flatMap((type) => type.trim() || []) : value
export const eventTypes = (description: string) =>
  z
    .preprocess(
      fromList,
      z
        .array(z.enum(changeTypes, oneOf(changeTypes)), 'must be a list of event types.')
        .min(1, 'must name at least one event type.'),
    )
    .meta({ description: `${description}; also accepted as a string, separated by commas` })
const events = () => eventTypes('The types of changes that are sent')
const payloadMode = () =>
  optional(z.enum(payloadModes, oneOf(payloadModes))).meta({
    description:
      'full (default) sends the data of a change as in GET /Changes, id only the fields that identify its records',
  })
const active = () =>
  flag().meta({
    description: 'Whether changes are sent; true by default. true also resets a webhook that was switched off',
  })

export const moment = (description: string) =>
  z.string().meta({ description: `${description}, in UTC`, format: 'date-time' })
export const nullableMoment = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description}, in UTC`, format: 'date-time' })

const fields = {
  rec: z.int().meta({ description: 'Record number' }),
  name: z.string().meta({ description: 'Name' }),
  url: z.string().meta({ description: 'Where changes are sent' }),
  events: z.array(z.enum(changeTypes)).meta({ description: 'The types of changes that are sent' }),
  payloadMode: z.enum(payloadModes).meta({ description: 'What is sent of a change: full or id' }),
  active: z.boolean().meta({ description: 'Whether changes are sent' }),
  switchedOff: z
    .string()
    .nullable()
    .meta({ description: 'Why the system switched the webhook off; null if it did not' }),
  failingSince: nullableMoment('When the first of the present failures happened; null if the last attempt succeeded'),
  created: moment('When it was created'),
  modified: moment('When it was last changed'),
}
export const Webhook = z
  .object(fields)
  .meta({ id: 'Webhook', description: 'A URL to which changes are sent as they happen' })
export type Webhook = z.output<typeof Webhook>

const secret = () =>
  z.string().meta({ description: 'The secret of signatures (Standard Webhooks), whsec_ and base64; shown only once' })
const done = <const S extends string>(...statuses: S[]) =>
  z.object({ rec: fields.rec, status: z.literal(statuses).meta({ description: 'What was done' }) })

const attempt = {
  webhookId: z.string().meta({ description: 'The header webhook-id, the same for every attempt of a delivery' }),
  status: z.int().nullable().meta({ description: 'The HTTP status of the response; null if there was none' }),
  error: z.string().nullable().meta({ description: 'Why there was no response; null if there was one' }),
  durationMs: z.int().meta({ description: 'Duration in milliseconds' }),
}
export const attemptOutcomes = ['delivered', 'failed', 'given up'] as const
export const Attempt = namedRecord('WebhookAttempt', 'One attempt to deliver a change', {
  at: moment('When it began'),
  ...attempt,
  type: z.string().meta({ description: 'The type of the change; webhook.test for a test' }),
  sequence: z.int().nullable().meta({ description: "The change's sequence; null for a test" }),
  attempt: z.int().meta({ description: 'The number of this attempt, from 1' }),
  outcome: z.enum(attemptOutcomes).meta({ description: 'The result' }),
  nextAttempt: nullableMoment('When the next attempt is made; null if there is none'),
  replay: z.boolean().meta({ description: 'Whether a replay made it' }),
})
export type Attempt = z.output<typeof Attempt>

const access = permissions.webhooks
export const readable = { access, effect: 'read' } as const
export const writable = { access, effect: 'write' } as const
const mayMiss = { messages: { not_found: ['Webhook 4711000 does not exist.'] } } as const
const exampleUrl = 'https://shop.example.com/inventory-changes'

/** Changes sent to the URLs of integrators, signed as in Standard Webhooks. An extension of the specification. */
export const webhooks = {
  createWebhook: {
    summary: 'Create a webhook: changes are sent to a URL; the secret is shown only once',
    description:
      "Each change in the client's warehouses is POSTed at least once, signed as in Standard Webhooks: " +
      'headers webhook-id, webhook-timestamp and webhook-signature. A response of 2xx accepts it; after any ' +
      'other it is repeated for 24 hours, with growing pauses. 410 Gone, or seven days of failure, switch ' +
      'the webhook off. A URL to which no delivery can succeed, such as one of a private address, is refused.',
    route: 'POST /Webhook',
    ...writable,
    confidential: true,
    messages: { conflict: [`A client has at most ${MAX_WEBHOOKS} webhooks.`] },
    input: z.object({
      name: name(),
      url: url(),
      events: events(),
      payloadMode: payloadMode(),
      active: optional(active()),
    }),
    output: Webhook.extend({ secret: secret(), status: z.literal('created').meta({ description: 'What was done' }) }),
    status: 201,
    example: { name: 'Shop', url: exampleUrl, events: ['inventory.received', 'inventory.issued'], payloadMode: 'full' },
  },
  listWebhooks: {
    summary: "List the client's own webhooks",
    route: 'GET /Webhook',
    ...readable,
    ...pagesOf(Webhook),
    example: {},
  },
  getWebhook: {
    summary: "Get one of the client's webhooks",
    route: 'GET /Webhook/:rec',
    ...readable,
    ...mayMiss,
    input: z.object({ rec: recInPath() }),
    output: Webhook,
    example: { rec: 1 },
  },
  updateWebhook: {
    summary: 'Change fields of a webhook; absent fields keep their values',
    route: 'PUT /Webhook',
    alternateRoutes: ['PUT /Webhook/:rec'],
    ...writable,
    ...mayMiss,
    input: z.object({
      rec: rec(),
      name: optional(name()),
      url: optional(url()),
      events: optional(events()),
      payloadMode: payloadMode(),
      active: optional(active()),
    }),
    output: done('updated', 'unchanged'),
    example: { rec: 1, payloadMode: 'id' },
  },
  rotateWebhookSecret: {
    summary: "Replace a webhook's secret; for 24 hours deliveries are signed with the old one too",
    route: 'POST /Webhook/:rec/RotateSecret',
    ...writable,
    confidential: true,
    messages: { ...mayMiss.messages, conflict: ['Webhook 1 signs with 3 old secrets until 2026-02-01T08:00:00.000Z.'] },
    input: z.object({ rec: recInPath() }),
    output: z.object({
      rec: fields.rec,
      secret: secret(),
      previousValidUntil: moment('End of the time in which deliveries are signed with the previous secret too'),
      status: z.literal('rotated').meta({ description: 'What was done' }),
    }),
    example: { rec: 1 },
  },
  testWebhook: {
    summary: 'Send a webhook.test message now, also to an inactive webhook',
    route: 'POST /Webhook/:rec/Test',
    alternateRoutes: ['POST /Webhook/:rec/test'],
    ...writable,
    ...mayMiss,
    input: z.object({ rec: recInPath() }),
    output: z.object({
      rec: fields.rec,
      ...attempt,
      delivered: z.boolean().meta({ description: 'Whether the receiver accepted it with 2xx' }),
    }),
    example: { rec: 1 },
  },
  listWebhookLog: {
    summary: 'List the delivery attempts of the last 30 days, newest first',
    route: 'GET /Webhook/:rec/Log',
    alternateRoutes: ['GET /Webhook/:rec/log'],
    ...readable,
    ...mayMiss,
    ...pagesOf(Attempt, { rec: recInPath() }),
    example: { rec: 1 },
  },
  resendWebhookDelivery: {
    summary: 'Send a change of the log again, whether or not it was accepted',
    description:
      'The message has the same webhook-id as before, so a receiver that had it can drop it. It is made ' +
      'like any delivery, with repetitions; the log counts its attempts on.',
    route: 'POST /Webhook/:rec/Log/:webhookId/Resend',
    ...writable,
    messages: {
      not_found: ['Webhook 4711000 does not exist.', 'The log of webhook 1 has no delivery msg_1_17.'],
      conflict: ['Webhook 1 is not active.'],
    },
    input: z.object({
      rec: recInPath(),
      webhookId: requiredText(64).meta({ description: 'webhookId of the log' }),
    }),
    output: done('queued').extend({ webhookId: attempt.webhookId }),
    example: { rec: 1, webhookId: 'msg_1_17' },
  },
  deleteWebhook: {
    summary: 'Delete a webhook, its waiting deliveries and its log',
    route: 'DELETE /Webhook/:rec',
    ...writable,
    ...mayMiss,
    input: z.object({ rec: recInPath() }),
    output: done('deleted'),
    example: { rec: 1 },
  },
} as const satisfies Record<string, Spec>
