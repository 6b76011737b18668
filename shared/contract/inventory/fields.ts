import { z } from 'zod'
import { id, integerText, optional, requiredText, text } from '../core/fields.ts'
import { newBinName } from '../core/identifiers.ts'
import { orScanned } from '../core/scans.ts'

export const itemID = () => requiredText(64).meta({ description: 'ShortID or alias of an item' })
export const itemIdOrScan = () =>
  orScanned(requiredText(64)).meta({
    description: 'ShortID or alias of an item; required unless scan has a GTIN or is such a name',
  })
/** An optional short text: a bin, a serial number, a reference. */
export const bin = (description: string) => optional(text(64)).meta({ description })
/** Query fields that restrict a list to one item; all that are given must name the same item. */
export const itemFilters = {
  itemID: bin('ShortID or alias of an item'),
  shortID: bin('ShortID or alias of an item, as itemID'),
  partNo: optional(integerText(id())).meta({ description: 'Part number of an item' }),
}
/** A bin that stock is put into. */
export const newBin = (description: string) => optional(newBinName()).meta({ description })
export const wid = (description: string) => id().meta({ description })
export const widInQuery = () => optional(integerText(id())).meta({ description: 'Warehouse id' })
export const widInPath = () => integerText(id()).meta({ description: 'Warehouse id' })
export const name = () => requiredText(64).meta({ description: 'Name' })

/** Fields that restrict an operation to lots with these values. */
export const lotSelection = {
  serial: bin('Serial or lot number'),
  serial2: bin('Secondary serial'),
  rfidTag: bin('RFID tag'),
}

/** Output fields that the responses to stock operations share. */
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
