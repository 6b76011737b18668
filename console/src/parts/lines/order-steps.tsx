import type { ReactNode } from 'react'
import type { Fields } from '../forms/fields.tsx'
import { formStep, nothing, type Step } from '../forms/next-steps.tsx'

/** A write that has a dry run. */
interface Previewed<Input, Order> {
  readonly preview: (input: Input) => Promise<Order>
  readonly send: (input: Input, key: string) => Promise<Order>
}

/** The steps that change an order: each shows what the order would be then. */
export function orderSteps<Id extends object, Changes extends object, Order extends { readonly status: string }>(
  id: Id,
  change: Previewed<Id & Changes, Order>,
  showChanged: (order: Order) => ReactNode,
) {
  const showAnswer = ({ status }: Order) => `The order is changed: ${status}.`
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
        preview: (body: Body) => change.preview({ ...id, ...toChanges(body) }),
        send: (body, key) => change.send({ ...id, ...toChanges(body) }, key),
        showPreview: showChanged,
        showAnswer,
      }),
    ending: (verb: string, what: string, step: Previewed<Id, Order>): Step =>
      formStep(what, {
        verb,
        fields: nothing,
        preview: () => step.preview(id),
        send: (_, key) => step.send(id, key),
        showPreview: ({ status }) => `The order would be: ${status}. ${what}`,
        showAnswer,
      }),
  }
}
