import { z } from 'zod'
import { OutcomeRecord } from '../catalog/catalog.ts'
import { permissions } from '../core/access.ts'
import { integerText, longInteger, optional, requiredText } from '../core/fields.ts'
import { defineService } from '../core/operation.ts'
import { atLeastOne } from '../core/paging.ts'
import { Change } from './changes.ts'
import { webhooks } from './webhooks.ts'

/** Changes in one answer when no limit is given, and at most. */
export const DEFAULT_CHANGES = 100
export const MAX_CHANGES = 1_000

const position = (description: string) => z.int().meta({ description })

/** What integrators are told of by themselves. */
export const notifications = defineService('notifications', {
  listChanges: {
    summary: 'Every change of stock and catalog after a position, in one order without gaps',
    description:
      'Keep `next` and send it as `since` the next time: nothing is missed, and nothing comes twice. Ask again at once while ' +
      "`hasMore` is true. `next` moves on over what is outside the client's warehouses, so `value` may be empty. To begin " +
      'with a copy of all data, ask for `since=latest`, read the lists in full, then follow the changes from that position.',
    route: 'GET /Changes',
    access: permissions.itemMasterList,
    effect: 'read',
    input: z.object({
      since: optional(
        z.union([z.literal('latest'), integerText(longInteger())], 'must be an integer of 0 or more, or latest.'),
      ).meta({
        description: 'The position after which to begin: 0 unless said; `latest` answers where the feed ends now',
      }),
      limit: optional(integerText(atLeastOne(MAX_CHANGES))).meta({
        description: `Changes in one answer, ${DEFAULT_CHANGES} unless said; less than 1 counts as 1, more than ${MAX_CHANGES} as ${MAX_CHANGES}`,
      }),
    }),
    output: z
      .object({
        since: position('The position after which these changes come'),
        next: position('The position up to which `value` tells everything'),
        hasMore: z.boolean().meta({ description: 'Whether the feed goes on after `next` already' }),
        value: z.array(Change).meta({ description: "The changes that concern the client's warehouses" }),
      })
      .meta({ id: 'Changes', description: 'A stretch of the feed' }),
    errors: ['conflict'],
    messages: { conflict: ['The feed ends at 42.'] },
    example: { since: 0, limit: 100 },
  },
  ...webhooks,
  findOutcome: {
    summary: "What became of a write on webhooks, by its caller's operation id, without secrets; null if nothing",
    access: 'service',
    effect: 'read',
    input: z.object({ owner: requiredText(255), operationId: requiredText(255) }),
    output: OutcomeRecord.nullable(),
    errors: [],
  },
})
