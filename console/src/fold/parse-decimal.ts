/**
 * At most 9 digits and 6 decimals, as the interface takes them. Thousands may be separated by spaces, as the console prints
 * them. A comma is a decimal point too, as on many keyboards.
 */
const DECIMAL = /^(?:\d{1,9}|\d{1,3}(?:\s\d{3}){1,2})(?:[.,]\d{1,6})?$/
/** 1,000 and 1.000 are a thousand to some and one to others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * The number of a typed quantity or price; undefined if it is none, or can be read in two ways. 1.075 is taken, as the
 * console prints it; it never prints 1.000.
 */
export function parseDecimal(typed: string): number | undefined {
  const text = typed.trim()
  if (!DECIMAL.test(text)) return undefined
  const number = Number(text.replace(/\s/g, '').replace(',', '.'))
  return AMBIGUOUS.test(text) && text !== String(number) ? undefined : number
}
