/** Whether the last digit is the check digit of those before it: modulo 10, weights 3 and 1 from the right. */
export const hasCheckDigit = (digits: string): boolean => digits.endsWith(checkDigitOf(digits.slice(0, -1)))

/** The digit that makes these digits a GTIN, SSCC or GLN (GS1 General Specifications, section 7.9.1). */
export function checkDigitOf(digits: string): string {
  const weighted = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1))
  const sum = weighted.reduce((total, one) => total + one, 0)
  return String((10 - (sum % 10)) % 10)
}

export const isGtin = (digits: string): boolean => /^(\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits)

/**
 * The UPC-A number of a UPC-E of 8 digits, which leaves out zeros (GS1 General Specifications, section 5.2.1.4);
 * undefined if it is not a UPC-E.
 */
export function fromUpcE(digits: string): string | undefined {
  const [, system, middle = '', check] = /^([01])(\d{6})(\d)$/.exec(digits) ?? []
  if (system === undefined) return undefined
  const last = Number(middle.at(-1))
  const [maker, item] =
    last < 3
      ? [`${middle.slice(0, 2)}${last}00`, `00${middle.slice(2, 5)}`]
      : last === 3
        ? [`${middle.slice(0, 3)}00`, `000${middle.slice(3, 5)}`]
        : last === 4
          ? [`${middle.slice(0, 4)}0`, `0000${middle.slice(4, 5)}`]
          : [middle.slice(0, 5), `0000${last}`]
  const upcA = `${system}${maker}${item}${check}`
  return hasCheckDigit(upcA) ? upcA : undefined
}

const LENGTHS = [14, 13, 12, 8]

/** The ways to write a GTIN, which differ in leading zeros; first as it is given. */
export function spellingsOf(gtin: string): readonly string[] {
  const full = gtin.padStart(14, '0')
  const spellings = LENGTHS.map((length) => full.slice(-length)).filter((digits) => digits.padStart(14, '0') === full)
  return [...new Set([gtin, ...spellings])]
}
