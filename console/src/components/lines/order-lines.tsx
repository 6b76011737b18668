import type { ReactNode } from 'react'
import { type DryRunOperation, typedAs } from '../../api/http/operations.ts'
import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { toText } from '../../fold/person-numbers.ts'
import { choice } from '../forms/choices.tsx'
import type { Field, Fields } from '../forms/fields.tsx'
import { formStep, nothing, type Step } from '../forms/next-steps.tsx'
import { type Column, column } from '../tables/columns.tsx'
import { plainTable } from '../tables/plain-table.tsx'

/** The steps that change an order: each shows what the order would be then. */
export function orderSteps<Id extends object, Changes extends object, Order extends { readonly status: string }>(
  id: Id,
  change: DryRunOperation<Id & Changes, Order, Order>,
  showChanged: (order: Order) => ReactNode,
) {
  const showResult = ({ status }: Order) => `Order saved. Status: ${status}`
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
        showPlan: ({ status }) => `New status: ${status}. ${what}`,
        showResult,
      }),
  }
}

interface Line {
  readonly lineNo: number
  readonly shortID: string
  readonly units: number
}

export const lineChoice = (lines: readonly Line[]): Field<number> => {
  const options = lines.map(({ lineNo, shortID, units }) => ({
    value: String(lineNo),
    label: `${lineNo}. ${toText(units)} ${shortID}`,
  }))
  return choice('Line', () => options, Number)
}

/** Lines that are added to an order, with the numbers after its last one. */
export function numbered<Added extends OrderedLine>(added: readonly Added[], lines: readonly Line[]) {
  const last = Math.max(0, ...lines.map(({ lineNo }) => lineNo))
  return added.map((line, index) => ({ ...line, lineNo: last + index + 1 }))
}

interface NewLine extends Line {
  readonly description: string
}

interface OrderLine extends NewLine {
  readonly warehouseName: string
}

/** A table of the lines of an order or slip as it would be. */
export const newLinesTable = <Row extends NewLine = NewLine>(label: string, ...more: readonly Column<Row>[]) =>
  plainTable<Row>(label, 'No lines', ({ lineNo }) => lineNo, [
    column.number('Line', 'lineNo'),
    column.text('Item', 'shortID'),
    column.description('Description', 'description'),
    column.quantity('Units', 'units'),
    ...more,
  ])

/** The same of an order, whose lines have their warehouses. */
export const orderLinesTable = <Row extends OrderLine = OrderLine>(label: string, ...more: readonly Column<Row>[]) =>
  newLinesTable<Row>(label, ...more, column.text('Warehouse', 'warehouseName'))
