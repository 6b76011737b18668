import { webhookMessages } from '../../shared/contract/notifications/changes.ts'
import type { SchemaBook } from './schemas.ts'

/** Headers of a message (Standard Webhooks 1.0). */
export const webhookParameters = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Id of the message, the same at every attempt to deliver it: ignore one that was received before',
    schema: { type: 'string', examples: ['msg_1_4711'] },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When the attempt was made, in seconds since 1970: refuse one that is older than a few minutes',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One signature for each valid secret, separated by blanks: `v1,` and the base64 HMAC-SHA-256 of ' +
      '`{webhook-id}.{webhook-timestamp}.{body}` with the bytes of the secret (base64 after `whsec_`)',
    schema: { type: 'string', examples: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='] },
  },
} as const

/** `webhooks` of OpenAPI 3.1: for each type of message, the request that a receiver gets and the responses it may give. */
export function toWebhooks(book: SchemaBook): Record<string, unknown> {
  const parameters = Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))
  return Object.fromEntries(
    Object.entries(webhookMessages).map(([type, message]) => [
      type,
      {
        post: {
          operationId: `receive ${type}`.replaceAll(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()),
          tags: ['Webhook'],
          summary: `Message of the type ${type}`,
          security: [],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: book.ofOutput(message) } } },
          responses,
        },
      },
    ]),
  )
}

const responses = {
  '2XX': { description: 'Taken. The body is ignored' },
  410: { description: 'The webhook is switched off' },
  429: { description: 'Sent again, not before `Retry-After`; so is 503' },
  default: { description: 'Sent again with growing pauses, for 24 hours' },
}
