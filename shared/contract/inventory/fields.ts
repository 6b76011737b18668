import { id, integerText, optional, requiredText, text } from '../core/fields.ts'

export const itemID = () => requiredText(64).meta({ description: 'ShortID or alias of an item' })
export const wid = (description: string) => id().meta({ description })
export const widInPath = () => integerText(id()).meta({ description: 'Warehouse id' })
export const bin = (description: string) => optional(text(64)).meta({ description })
/** A quantity, weight or price: what it is measured in belongs to the description. */
export const sixDecimals = (what: string) => ({ description: `${what}, at most 6 decimal places` })
export const name = () => requiredText(64).meta({ description: 'Name' })

export const lotSelection = {
  serial: bin('Serial or lot number'),
  serial2: bin('Secondary serial'),
  rfidTag: bin('RFID tag'),
}
