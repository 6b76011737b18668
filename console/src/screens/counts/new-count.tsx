import { Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { counts } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { type Field, type Fields, required, text, warehouse, wide } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'

/** Names with commas between them. */
const names = (label: string): Field<string[]> => ({
  ...wide(text(label, 4_000, 'With commas between them; all if blank')),
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
  remark: wide(text('Remark', 255)),
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
      Every item that the books have{spots ? ` at ${spots.join(', ')}` : ''} becomes a line
      {items && `, if it is ${items.join(', ')}`}. Who counts does not see the figures of the books.
    </Text>
  ),
  showResult: ({ countNo }) => <Navigate to="/counts/$countNo" params={{ countNo }} replace />,
})
