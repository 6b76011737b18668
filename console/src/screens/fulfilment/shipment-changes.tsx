import { changeShipment, type ShippingLine, shipments } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { day, type Field, type Fields, lot, quantity, required, warehouse } from '../../components/forms/fields.tsx'
import type { Step } from '../../components/forms/next-steps.tsx'
import { orderedLines } from '../../components/lines/lines-field.tsx'
import { lineChoice, numbered, orderLinesTable, orderSteps } from '../../components/lines/order-lines.tsx'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'

type Order = Schemas['ShippingOrderDetail']

/** What can be changed of an order that is not closed. */
export function changesOf(soNo: string, lines: readonly ShippingLine[]): readonly Step[] {
  const { changing, ending } = orderSteps({ soNo }, changeShipment, ({ lines: after }: Order) => (
    <LinesAfter rows={after} maxHeight={320} />
  ))
  return [
    changing('Change the date', 'It is to be shipped on another day.', dates, (changes) => changes),
    changing('Change the priority', 'It holds for what is allocated from now on.', priorities, (changes) => changes),
    changing('Add lines', 'The customer orders more.', addition, ({ wid, lines: added }) => ({
      lines: numbered(inWarehouse(added, wid), lines),
    })),
    changing('Change a line', 'Another quantity.', toLineFields(lines), (line) => ({ lines: [line] })),
    ending(
      'Cancel',
      'What is neither packed nor shipped is not wanted any more; its stock is available to others.',
      shipments.step('Cancel'),
    ),
  ]
}

const dates: Fields<{ shipDate: string }> = { shipDate: required(day('Ship by (day)')) }
/** Which of several orders gets stock first. */
export const priority: Field<number> = {
  ...lot('Priority (a higher number comes first)'),
  name: 'a whole number as the priority',
}
const priorities: Fields<{ priority: number }> = { priority: required(priority) }
const addition: Fields<{ wid: number; lines: OrderedLine[] }> = {
  wid: required(warehouse('From warehouse', 'from which warehouse')),
  lines: orderedLines,
}
const toLineFields = (lines: readonly ShippingLine[]): Fields<{ lineNo: number; units: number }> => ({
  lineNo: required(lineChoice(lines)),
  units: required(quantity('Units in all')),
})

const LinesAfter = orderLinesTable('Lines afterwards')
