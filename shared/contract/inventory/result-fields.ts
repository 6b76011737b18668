import { z } from 'zod'

/** Output fields that the answers to stock operations share. */
export const resultField = {
  recNo: (description: string) => z.int().meta({ description: `Record number of ${description}` }),
  transactionNo: () => z.int().meta({ description: 'Number of the transaction in the ledger' }),
  partNo: () => z.int().meta({ description: 'Item part number' }),
  shortID: () => z.string().meta({ description: 'Item SKU' }),
  wid: (description: string) => z.int().meta({ description }),
  spot: (description: string) => z.string().meta({ description }),
  units: (description: string) => z.number().meta({ description: `${description}, in the item's unit of measure` }),
  status: <const S extends string>(...statuses: S[]) => z.literal(statuses).meta({ description: 'What was done' }),
  warnings: () =>
    z
      .array(z.string())
      .optional()
      .meta({ description: 'What looks wrong and is not refused, such as a serial number that is in stock already' }),
}
