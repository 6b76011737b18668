import { z } from 'zod'
import { optional, requiredText, sixDecimals, units } from '../core/fields.ts'
import { newName } from '../core/identifiers.ts'

/** An alias that is put. */
export const aliasInput = z.object({
  shortID: requiredText(64).meta({ description: 'SKU of an item' }),
  alias: newName('Item').meta({ description: 'Alternate part number' }),
  units: optional(units()).meta(
    sixDecimals('Units in what carries this code, such as a box; 1 for a new alias by default'),
  ),
})
