import { z } from 'zod'

/** Fields that the answers to stock operations share. */
export const told = {
  recNo: (description: string) => z.int().meta({ description: `${description}, by its record number` }),
  transactionNo: () => z.int().meta({ description: "The ledger's number of what was done" }),
  partNo: () => z.int().meta({ description: 'Item part number' }),
  shortID: () => z.string().meta({ description: 'Item SKU' }),
  wid: (description: string) => z.int().meta({ description }),
  spot: (description: string) => z.string().meta({ description }),
  units: (description: string) => z.number().meta({ description: `${description}, in the item's unit of measure` }),
  status: <S extends string>(status: S) => z.literal(status).meta({ description: 'What was done' }),
}
