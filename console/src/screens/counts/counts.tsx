import { Text } from '@mantine/core'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { counts } from '../../api/documents.ts'
import { countStatuses, type Schemas } from '../../api/http/contract.ts'
import { type Field, type Fields, required, text, warehouse, wide } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { statusFilter, warehouseFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen, sayNone } from '../../components/lists/list-screen.tsx'
import { CountLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'

/** Counts of stock, the most recent first. */
export const Counts: ListScreen = listScreen({
  title: 'Counts',
  action: { needs: ['countStock', 'approveCounts'], to: '/new-count', name: 'New count' },
  useSearch: () => getRouteApi('/counts').useSearch(),
  filters: { wid: warehouseFilter(), status: statusFilter(countStatuses) },
  list: counts.list,
  columns: [
    { title: 'Count', cell: ({ countNo }) => <CountLink countNo={countNo} /> },
    column.moment('Created', 'created'),
    column.text('Warehouse', 'warehouseName'),
    column.text('Status', 'status'),
    column.optional('Assigned to', 'assignee', { isWide: true }),
    column.quantity('Left to count', 'openLines'),
    column.quantity('Lines', 'totalLines'),
  ],
  keyOf: ({ countNo }) => countNo,
  empty: ({ status }) => sayNone('count', status),
})

/** Names with commas between them. */
const names = (label: string): Field<string[]> => ({
  ...wide(text(label, 4_000, 'Separate with commas; leave empty for all')),
  parse: (given) =>
    given
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
})

type Typed = Pick<Schemas['CreateCountRequest'], 'wid' | 'spots' | 'items' | 'assignee' | 'remark'>

const fields: Fields<Typed> = {
  spots: names('Spots'),
  wid: required(warehouse()),
  assignee: text('Assigned to', 128),
  items: names('Items'),
  remark: wide(text('Note', 255)),
}

/** Creates a blind count of spots, of items, or of a whole warehouse, and opens it. */
export const CreateCount: FormScreen = formScreen({
  title: 'New count',
  verb: 'Create',
  fields,
  dryRun: async (typed: Typed) => typed,
  send: counts.create.send,
  showPlan: ({ spots, items }) => (
    <Text size="sm">
      Creates a line for each item on record{spots ? ` at ${spots.join(', ')}` : ' in the warehouse'}
      {items && `, limited to ${items.join(', ')}`}. People who count don’t see the expected quantities.
    </Text>
  ),
  showResult: ({ countNo }) => <Navigate to="/counts/$countNo" params={{ countNo }} replace />,
})
