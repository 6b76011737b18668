import { z } from 'zod'
import type { ChangeKind } from '../core/change-kind.ts'
import { changeKinds } from './change-kinds.ts'
import { changeIds } from './changes.ts'

/** Type of the message that `POST /Webhook/{rec}/Test` sends. */
export const TEST_TYPE = 'webhook.test'

const typeAndTime = (type: string) => ({
  type: z.literal(type).meta({ description: 'Type of the message' }),
  timestamp: z.string().meta({ description: 'When it happened, in UTC', format: 'date-time' }),
})

/**
 * Body of the message for each type of change: type, timestamp and data as in Standard Webhooks 1.0, with the change's
 * ids.
 */
const changeMessages = changeKinds.flatMap(({ name, types, data, ids }: ChangeKind) => {
  const described = ids.meta({ id: `${name}Ids`, description: 'The fields that identify the records' })
  const either = z.union([data, described]).meta({
    description: 'As in GET /Changes with payload mode full; only the identifying fields with payload mode id',
  })
  return types.map((type): [string, z.ZodObject] => [
    type,
    z.object({ ...typeAndTime(type), ...changeIds, data: either }),
  ])
})

const testMessage = z.object({
  ...typeAndTime(TEST_TYPE),
  data: z
    .object({ rec: z.int().meta({ description: 'Webhook record number' }) })
    .meta({ description: 'The webhook that is tested' }),
})

/** Body of every message that a webhook can get, by its type. */
export const webhookMessages: Readonly<Record<string, z.ZodObject>> = {
  ...Object.fromEntries(changeMessages),
  [TEST_TYPE]: testMessage,
}
