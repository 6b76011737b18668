import { z } from 'zod'
import { columns } from './kinds.ts'

/** The item and warehouse of a row. */
export const place = {
  partNo: z.int().meta({ description: 'Item part number' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
  wid: z.int().meta({ description: 'Warehouse id' }),
}

export const units = (description: string) =>
  z
    .number()
    .meta({ description: `${description}, in units` })
    .register(columns, { kind: 'quantity', isSummed: true })
export const count = (description: string) =>
  z.int().meta({ description }).register(columns, { kind: 'number', isSummed: true })
export const money = (description: string) =>
  z.number().meta({ description }).register(columns, { kind: 'money', isSummed: true })
export const value = (description: string) => money(`${description}, at the prices of lots`)

export const unpricedUnits = units('What has no price, and is in no value')
