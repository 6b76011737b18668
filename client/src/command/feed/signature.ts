import { createHmac, randomBytes } from 'node:crypto'
import { UsageError } from '../command.ts'

const PREFIX = 'whsec_'
const KEY_BYTES = 32

export const makeSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`

export function parseSecret(given: string): string {
  const key = given.slice(PREFIX.length)
  if (given.startsWith(PREFIX) && key !== '' && Buffer.from(key, 'base64').toString('base64') === key) return given
  throw new UsageError('The secret must be whsec_ and a key in base64.')
}

/** The headers of a message as in Standard Webhooks 1.0. */
export function sign(secret: string, id: string, body: string): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
