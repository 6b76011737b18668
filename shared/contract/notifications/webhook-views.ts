import { z } from 'zod'
import { id, optional, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { Attempt, Webhook } from './webhooks.ts'

const ClientWebhook = Webhook.extend({ clientId: z.string().meta({ description: 'The client whose webhook it is' }) })
export type ClientWebhook = z.output<typeof ClientWebhook>

const rec = () => id().meta({ description: 'Webhook record number' })
const viewed = { access: 'operator', effect: 'read' } as const

/** What the operator sees of the webhooks of all clients; never a secret. */
export const webhookViews = {
  listClientWebhooks: {
    summary: 'List the webhooks of all clients, or of one',
    command: 'webhook list',
    ...viewed,
    errors: [],
    paged: true,
    input: z.object({
      ...pageQuery(),
      clientId: optional(text(64)).meta({ description: 'Only those of this client' }),
    }),
    output: pageOf(ClientWebhook),
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
    paged: true,
    input: z.object({ ...pageQuery(), rec: rec() }),
    output: pageOf(Attempt),
  },
} as const satisfies Record<string, Spec>
