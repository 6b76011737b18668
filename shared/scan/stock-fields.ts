import type { Scan } from './read-scan.ts'

/** Fields of a stock operation. */
interface StockFields {
  readonly itemID: string | undefined
  readonly units: number | undefined
  readonly serial: string | undefined
  readonly serial2: string | undefined
  /** ISO 8601 date. */
  readonly expires: string | undefined
}

/**
 * What a code says of the fields of a stock operation. A lot number beside a serial number is the secondary one; alone
 * it is the serial (docs/decisions.md#75).
 */
export const toStockFields = ({ gtin, text, units, lot, serial, expires }: Scan): StockFields => ({
  itemID: gtin ?? text,
  units,
  serial: serial ?? lot,
  serial2: serial === undefined ? undefined : lot,
  expires,
})
