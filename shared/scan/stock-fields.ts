import type { Scan, Sources } from './read-scan.ts'

interface StockFields {
  readonly itemID: string | undefined
  readonly units: number | undefined
  readonly serial: string | undefined
  readonly serial2: string | undefined
  /** ISO 8601 date, or date-time of a label with a time. */
  readonly expires: string | undefined
  /** In kilograms. */
  readonly netWeight: number | undefined
  readonly grossWeight: number | undefined
}

/**
 * What a code says of the fields of a stock operation. A lot number beside a serial number is the secondary one; alone
 * it is the serial (docs/decisions/scans.md#75).
 */
export const toStockFields = (scan: Scan): StockFields => ({
  itemID: scan.text ?? scan.gtin,
  units: scan.units,
  serial: scan.serial ?? scan.lot,
  serial2: scan.serial === undefined ? undefined : scan.lot,
  expires: scan.expires,
  netWeight: scan.netWeight,
  grossWeight: scan.grossWeight,
})

/** The fields that may hold what a code says, by what it says; nothing else of a code has a field. */
const TAKERS: Readonly<Partial<Record<keyof Scan, readonly string[]>>> = {
  gtin: ['itemID'],
  lot: ['serial', 'serial2'],
  serial: ['serial'],
  units: ['units', 'counted', 'accepted'],
  expires: ['expires'],
  netWeight: ['netWeight'],
  grossWeight: ['grossWeight'],
}

/** The fields that may hold what an element of a code became. */
export const takersOf = (became: keyof Scan | undefined): readonly string[] => (became && TAKERS[became]) ?? []

/** Elements of a code that none of these fields takes, by their identifiers, with their values. */
export const untakenOf = (
  sources: Sources,
  fields: Readonly<Record<string, unknown>>,
): readonly (readonly [identifier: string, value: string])[] =>
  [...sources].flatMap(([identifier, { value, became }]) =>
    takersOf(became).some((field) => Object.hasOwn(fields, field)) ? [] : [[identifier, value] as const],
  )
