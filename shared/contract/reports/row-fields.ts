import { z } from 'zod'

/** The item and warehouse of a row. */
export const place = {
  partNo: z.int().meta({ description: 'Item part number' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
  wid: z.int().meta({ description: 'Warehouse id' }),
}

export const units = (description: string) => z.number().meta({ description: `${description}, in units` })
export const value = (description: string) => z.number().meta({ description: `${description}, at the prices of lots` })

export const unpricedUnits = units('What has no price, and is in no value')
