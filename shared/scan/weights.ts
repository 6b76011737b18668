import { type Elements, Unreadable } from './elements.ts'

/** Groups of identifiers by the fourth digit, the number of decimals, and their unit in kilograms: `factor` / 10^`scale`. */
const NET = [
  { group: '310', factor: 1, scale: 0 },
  { group: '320', factor: 45_359_237, scale: 8 },
  { group: '356', factor: 311_034_768, scale: 10 },
] as const
const GROSS = [
  { group: '330', factor: 1, scale: 0 },
  { group: '340', factor: 45_359_237, scale: 8 },
] as const

/** Decimals that a weight has here. */
const DECIMALS = 6

/** A weight in kilograms, and the identifier of the element that says it. */
export interface Weight {
  readonly identifier: string
  readonly kilograms: number
}

/** The net weight of a label: kilograms if it says them, else pounds, else troy ounces; throws `Unreadable`. */
export const readNetWeight = (elements: Elements): Weight | undefined => readWeight(elements, NET)
/** The gross weight of a label: kilograms if it says them, else pounds; throws `Unreadable`. */
export const readGrossWeight = (elements: Elements): Weight | undefined => readWeight(elements, GROSS)

function readWeight(elements: Elements, units: typeof NET | typeof GROSS): Weight | undefined {
  for (const { group, factor, scale } of units) {
    const [first, second] = [...elements].filter(([name]) => name.length === 4 && name.startsWith(group))
    if (first && second) throw new Unreadable(`(${first[0]}) and (${second[0]}) exclude each other`)
    if (!first) continue
    const [identifier, value] = first
    const decimals = Number(identifier.at(-1)) + scale
    // Six digits times the factor are an exact integer.
    const kilograms = Math.round((Number(value) * factor) / 10 ** (decimals - DECIMALS)) / 10 ** DECIMALS
    if (kilograms > 0) return { identifier, kilograms }
  }
  return undefined
}
