import { isListable, toNumberList } from '../../../../shared/names/number-list.ts'

/** As many orders as the interface lists picks of. */
const MAX_CHOSEN = 20

/** The orders in a parameter of an address. */
export const chosenIn = (parameter: string | undefined): readonly string[] => toNumberList(parameter ?? '')

/** The same with an order more, or without it; undefined for none. */
export function toggled(parameter: string | undefined, order: string): string | undefined {
  const chosen = chosenIn(parameter)
  const next = chosen.includes(order) ? chosen.filter((one) => one !== order) : [...chosen, order]
  return next.join(',') || undefined
}

/** Whether an order may be among those in the parameter. */
export function mayChoose(parameter: string | undefined, order: string): boolean {
  const chosen = chosenIn(parameter)
  return isListable(order) && (chosen.includes(order) || chosen.length < MAX_CHOSEN)
}
