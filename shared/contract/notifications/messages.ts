import { z } from 'zod'
import { Change } from './changes.ts'

/** Members of a change's data that identify a record; a webhook with payload mode `id` gets only these, and `recNos` for lots. */
export const idMembers: ReadonlySet<string> = new Set(['transactionNo', 'partNo', 'shortID', 'itemID', 'alias'])

/** Type of the message that `POST /Webhook/{rec}/Test` sends. */
export const TEST_TYPE = 'webhook.test'

/** Body of the message for each type of change, as Standard Webhooks 1.0 has it (type, timestamp, data), with its place in the feed. */
const changeMessages = Object.fromEntries(
  Change.options.flatMap((change) => {
    const { shape } = change
    const data = z
      .union([
        shape.data,
        idsOf(shape.data).meta({ id: `${change.meta()?.id}Ids`, description: 'What identifies the change' }),
      ])
      .meta({ description: 'As in GET /Changes with payload mode full; only what identifies it with payload mode id' })
    return shape.type.options.map((type) => [
      type,
      z.object({ ...typeAndTime(type), sequence: shape.sequence, id: shape.id, data }),
    ])
  }),
)

const testMessage = z.object({
  ...typeAndTime(TEST_TYPE),
  data: z
    .object({ rec: z.int().meta({ description: 'Webhook record number' }) })
    .meta({ description: 'What is tested' }),
})

/** Body of every message that a webhook can get, by its type. */
export const webhookMessages: Readonly<Record<string, z.ZodObject>> = { ...changeMessages, [TEST_TYPE]: testMessage }

function typeAndTime(type: string) {
  return {
    type: z.literal(type).meta({ description: 'Type of the message' }),
    timestamp: z.string().meta({ description: 'When it happened, in UTC', format: 'date-time' }),
  }
}

function idsOf(data: z.ZodObject): z.ZodObject {
  const ids = Object.entries(data.shape).filter(([name]) => idMembers.has(name))
  const recNos = z.array(z.int()).meta({ description: 'Record numbers of the lots' })
  return z.object({ ...Object.fromEntries(ids), ...('lots' in data.shape && { recNos }) })
}
