import type { NewWorkOrder } from '../../api/documents.ts'
import { day, type Fields, required, text, warehouse, wide } from '../../components/forms/fields.tsx'
import { orderedLines } from '../../components/lines/lines-field.tsx'
import { orderLinesTable } from '../../components/lines/order-lines.tsx'
import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'

type Plan = Pick<NewWorkOrder, 'startDate' | 'dueDate' | 'assignee'>

const planned: Fields<Plan> = {
  startDate: day('Start date'),
  dueDate: day('Due date'),
  assignee: text('Assigned to', 128),
}
const description = { ...wide(text('Product', 255)), name: 'product' }

/** What can be changed of an order besides its lines. */
export const plan: Fields<Plan & { description?: string }> = { description, ...planned }

interface Taken {
  readonly wid: number
  readonly lines: OrderedLine[]
}

/** What an order takes. */
export const components: Fields<Taken> = {
  lines: orderedLines,
  wid: required(warehouse('Components from', 'components from')),
}

export type NewWork = Plan & Taken & Pick<NewWorkOrder, 'description' | 'woNo'>

/** What is said of a new order. */
export const newOrder: Fields<NewWork> = {
  description: required(description),
  ...components,
  ...planned,
  woNo: text('Order number (optional)'),
}

/** The components of an order as it would be. */
export const Components = orderLinesTable('Components')
