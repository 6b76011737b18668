import { day, type Fields, required, text, warehouse, wide } from '../../components/forms/fields.tsx'
import { orderedLines } from '../../components/lines/lines-field.tsx'
import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'
import type { NewWorkOrder } from './requests.ts'

type Plan = Pick<NewWorkOrder, 'startDate' | 'dueDate' | 'assignee'>

const planned: Fields<Plan> = {
  startDate: day('Starts (day)'),
  dueDate: day('Due (day)'),
  assignee: text('Assigned to', 128),
}
const description = { ...wide(text('What is made', 255)), name: 'what is made' }

/** What can be changed of an order besides its lines. */
export const plan: Fields<Plan & { description?: string }> = { description, ...planned }

interface Components {
  readonly wid: number
  readonly lines: OrderedLine[]
}

/** What an order takes. */
export const components: Fields<Components> = {
  lines: orderedLines,
  wid: required(warehouse('Components from', 'from which warehouse')),
}

export type NewWork = Plan & Components & Pick<NewWorkOrder, 'description' | 'woNo'>

/** What is said of a new order. */
export const newOrder: Fields<NewWork> = {
  description: required(description),
  ...components,
  ...planned,
  woNo: text('Number (assigned if blank)'),
}
