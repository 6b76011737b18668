import { Due } from '../../parts/due.tsx'
import { Facts } from '../../parts/facts.tsx'
import { orderLinesTable } from '../../parts/lines/new-lines.ts'
import { Day } from '../../parts/time.tsx'
import type { WorkOrderDetail } from './requests.ts'

/** What a work order is about. */
export function WorkFacts({ of: order }: { readonly of: WorkOrderDetail }) {
  const { description, status, startDate, dueDate, assignee } = order
  return (
    <Facts
      of={[
        ['What is made', description],
        ['Status', status],
        ['Starts', <Day key="starts" at={startDate} />],
        ['Due', <Due key="due" at={dueDate} isOpen={status !== 'Closed'} />],
        ['Assigned to', assignee || '–'],
      ]}
    />
  )
}

/** The components of an order as it would be. */
export const Components = orderLinesTable('Components')
