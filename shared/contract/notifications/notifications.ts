import { z } from 'zod'
import { permissions, serviceRead } from '../core/access.ts'
import { id, integerText, longInteger, namedRecord, optional, text } from '../core/fields.ts'
import { defineService, type Spec } from '../core/operation.ts'
import { findOutcome } from '../core/outcomes.ts'
import { atLeastOne, pagesOf } from '../core/paging.ts'
import { status } from '../core/status.ts'
import { Change, feedTypes } from './changes.ts'
import { webhookReplays } from './webhook-replays.ts'
import { Attempt, Webhook, webhooks } from './webhooks.ts'

const ClientWebhook = Webhook.extend({ clientId: z.string().meta({ description: 'The client whose webhook it is' }) })
export type ClientWebhook = z.output<typeof ClientWebhook>

const rec = () => id().meta({ description: 'Webhook record number' })
const viewed = { access: 'operator', effect: 'read' } as const

/** What the operator sees of the webhooks of all clients; never a secret. */
const webhookViews = {
  listClientWebhooks: {
    summary: 'List the webhooks of all clients, or of one',
    command: 'webhook list',
    ...viewed,
    ...pagesOf(ClientWebhook, {
      clientId: optional(text(64)).meta({ description: 'Only those of this client' }),
    }),
  },
  getClientWebhook: {
    summary: 'Show one webhook of any client',
    command: 'webhook show',
    ...viewed,
    errors: ['not_found'],
    input: z.object({ rec: rec() }),
    output: ClientWebhook,
  },
  listClientWebhookLog: {
    summary: 'List the attempts of the last 30 days to deliver to a webhook, newest first',
    command: 'webhook log',
    ...viewed,
    errors: ['not_found'],
    ...pagesOf(Attempt, { rec: rec() }),
  },
} as const satisfies Record<string, Spec>

/** Default and maximum of changes in one response. */
export const DEFAULT_CHANGES = 100
export const MAX_CHANGES = 1_000

/** Most events in one response to a service. */
export const MAX_EVENTS = 500

/** A change as its event came, before it is restricted to what a client may see. */
const FeedEvent = z.object({
  sequence: z.int(),
  id: z.string(),
  type: z.enum(feedTypes),
  at: z.string(),
  data: z.unknown(),
})
export type FeedEvent = z.output<typeof FeedEvent>

const momentOrNull = z.string().nullable()

const position = (description: string) => z.int().meta({ description })

/** The feed of changes, and webhooks. */
export const notifications = defineService('notifications', {
  listChanges: {
    summary: 'Read the changes of stock and catalog after a position, in one sequence without gaps',
    description:
      'Store `next` and send it as `since` of the next request: no change is missed, and none comes twice. ' +
      'While `hasMore` is ' +
      "true, request again at once. `next` also passes over changes outside the client's warehouses, so " +
      '`value` may be empty. ' +
      'To mirror all data, request `since=latest`, read the lists in full, then follow the changes from that position.',
    route: 'GET /Changes',
    access: permissions.itemMasterList,
    effect: 'read',
    input: z.object({
      since: optional(
        z.union([z.literal('latest'), integerText(longInteger())], 'must be an integer of 0 or more, or latest.'),
      ).meta({
        description: 'The position before the first change, 0 by default; `latest` is the current end of the feed',
      }),
      limit: optional(integerText(atLeastOne(MAX_CHANGES))).meta({
        description:
          `Most changes in one response, ${DEFAULT_CHANGES} by default; less than 1 counts as 1, more than ` +
          `${MAX_CHANGES} as ${MAX_CHANGES}`,
      }),
    }),
    output: namedRecord('Changes', 'Consecutive changes of the feed', {
      since: position('The position before the first of these changes'),
      next: position('The position up to which `value` is complete'),
      hasMore: z.boolean().meta({ description: 'Whether the feed has changes after `next`' }),
      value: z.array(Change).meta({ description: "The changes that concern the client's warehouses" }),
    }),
    messages: { conflict: ['The feed ends at 42.'] },
    example: { since: 0, limit: 100 },
  },
  readEvents: {
    summary: 'Read the events after a position in full, whatever warehouses and permissions they take',
    ...serviceRead,
    input: z.object({ since: longInteger(), limit: z.int().min(1).max(MAX_EVENTS) }),
    output: z.object({ value: z.array(FeedEvent), next: z.int(), hasMore: z.boolean() }),
  },
  readTimes: {
    summary: 'Read when a change happened, the next one, and the latest of those up to it; null where there is none',
    ...serviceRead,
    input: z.object({ sequence: longInteger() }),
    output: z.object({ at: momentOrNull, next: momentOrNull, latest: momentOrNull }),
  },
  ...webhooks,
  ...webhookReplays,
  ...webhookViews,
  status: status('notifications'),
  findOutcome: findOutcome('Get the outcome of a write on webhooks, without secrets; null if there is none'),
})
