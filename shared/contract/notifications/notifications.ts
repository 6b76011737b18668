import { z } from 'zod'
import { OutcomeRecord } from '../catalog/catalog.ts'
import { permissions } from '../core/access.ts'
import { integerText, longInteger, optional, requiredText } from '../core/fields.ts'
import { defineService } from '../core/operation.ts'
import { atLeastOne } from '../core/paging.ts'
import { Change } from './changes.ts'
import { webhooks } from './webhooks.ts'

/** Default and maximum of changes in one answer. */
export const DEFAULT_CHANGES = 100
export const MAX_CHANGES = 1_000

const position = (description: string) => z.int().meta({ description })

/** The feed of changes, and webhooks. */
export const notifications = defineService('notifications', {
  listChanges: {
    summary: 'Every change of stock and catalog after a position, in one sequence without gaps',
    description:
      'Store `next` and send it as `since` of the next request: no change is missed, and none comes twice. While `hasMore` is ' +
      "true, request again at once. `next` also passes over changes outside the client's warehouses, so `value` may be empty. " +
      'To mirror all data, request `since=latest`, read the lists in full, then follow the changes from that position.',
    route: 'GET /Changes',
    access: permissions.itemMasterList,
    effect: 'read',
    input: z.object({
      since: optional(
        z.union([z.literal('latest'), integerText(longInteger())], 'must be an integer of 0 or more, or latest.'),
      ).meta({
        description: 'The position after which to begin, 0 by default; `latest` is the present end of the feed',
      }),
      limit: optional(integerText(atLeastOne(MAX_CHANGES))).meta({
        description: `Most changes in one answer, ${DEFAULT_CHANGES} by default; less than 1 counts as 1, more than ${MAX_CHANGES} as ${MAX_CHANGES}`,
      }),
    }),
    output: z
      .object({
        since: position('The position after which `value` begins'),
        next: position('The position up to which `value` is complete'),
        hasMore: z.boolean().meta({ description: 'Whether the feed has changes after `next`' }),
        value: z.array(Change).meta({ description: "The changes that concern the client's warehouses" }),
      })
      .meta({ id: 'Changes', description: 'Consecutive changes of the feed' }),
    errors: ['conflict'],
    messages: { conflict: ['The feed ends at 42.'] },
    example: { since: 0, limit: 100 },
  },
  ...webhooks,
  findOutcome: {
    summary: "The outcome of a write on webhooks, by its caller's operation id, without secrets; null if there is none",
    access: 'service',
    effect: 'read',
    input: z.object({ owner: requiredText(255), operationId: requiredText(255) }),
    output: OutcomeRecord.nullable(),
    errors: [],
  },
})
