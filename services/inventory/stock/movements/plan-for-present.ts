import type { Plan } from '../engine/plan.ts'
import { findPresentNumbers, UNCHANGED } from '../numbers/present-numbers.ts'

/** The plan of a request with, as its reference, the number that the document has now. */
export const planForPresent =
  <I extends { readonly reference?: string | undefined }, A>(
    input: I,
    plan: (input: I, ...view: Parameters<Plan<A>>) => ReturnType<Plan<A>>,
  ): Plan<A> =>
  async (stock, numbers) => {
    const { reference = '' } = input
    const toPresent = await findPresentNumbers(stock.records, [reference])
    const present = toPresent === UNCHANGED ? input : { ...input, reference: toPresent(reference) }
    return plan(present, stock, numbers)
  }
