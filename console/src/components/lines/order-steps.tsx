import type { ReactNode } from 'react'
import { type DryRunOperation, typedAs } from '../../api/http/operations.ts'
import type { Fields } from '../forms/fields.tsx'
import { formStep, nothing, type Step } from '../forms/next-steps.tsx'

/** The steps that change an order: each shows what the order would be then. */
export function orderSteps<Id extends object, Changes extends object, Order extends { readonly status: string }>(
  id: Id,
  change: DryRunOperation<Id & Changes, Order, Order>,
  showChanged: (order: Order) => ReactNode,
) {
  const showResult = ({ status }: Order) => `The order is changed: ${status}.`
  return {
    changing: <Body extends object>(
      verb: string,
      what: string,
      fields: Fields<Body>,
      toChanges: (body: Body) => Changes,
    ): Step =>
      formStep(what, {
        verb,
        fields,
        ...typedAs(change, (body: Body) => ({ ...id, ...toChanges(body) })),
        showPlan: showChanged,
        showResult,
      }),
    ending: (verb: string, what: string, step: DryRunOperation<Id, Order, Order>): Step =>
      formStep(what, {
        verb,
        fields: nothing,
        ...typedAs(step, () => id),
        showPlan: ({ status }) => `The order would be: ${status}. ${what}`,
        showResult,
      }),
  }
}
