/** At most 6 decimals, as the interface takes them. A comma is a decimal point too: keyboards differ. */
const DECIMAL = /^\d{1,9}(?:[.,]\d{1,6})?$/

/** The number of a typed quantity or price; undefined if it is none, or is not a plain decimal. */
export function parseDecimal(typed: string): number | undefined {
  const text = typed.trim()
  return DECIMAL.test(text) ? Number(text.replace(',', '.')) : undefined
}
