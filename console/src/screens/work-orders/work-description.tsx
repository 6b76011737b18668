import { DescriptionList } from '../../components/description-list.tsx'
import { orderLinesTable } from '../../components/lines/order-lines.tsx'
import { Day, Due } from '../../components/time.tsx'
import type { WorkOrderDetail } from './requests.ts'

/** What a work order is about. */
export function WorkDescription({ of: order }: { readonly of: WorkOrderDetail }) {
  const { description, status, startDate, dueDate, assignee } = order
  return (
    <DescriptionList
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
