import { Text } from '@mantine/core'
import { createCount, type NewCount } from '../../api/orders/counts.ts'
import { type Field, type Fields, required } from '../../parts/forms/field.ts'
import { text, warehouse, wide } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { RouteAnchor } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'

/** Names with commas between them. */
const names = (label: string): Field<string[]> => ({
  ...wide(text(label, 4_000)),
  parse: (given) =>
    given
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
})

type Typed = Pick<NewCount, 'wid' | 'spots' | 'items' | 'assignee' | 'remark'>

const fields: Fields<Typed> = {
  wid: required(warehouse()),
  assignee: text('Assigned to', 128),
  spots: names('Spots, with commas between them (all if blank)'),
  items: names('Items, with commas between them (all if blank)'),
  remark: wide(text('Remark', 255)),
}

/** Creates a blind count of spots, of items, or of a whole warehouse. */
export function CreateCount() {
  return (
    <Screen title="New count">
      <FieldsForm
        verb="Create"
        fields={fields}
        kept={['wid', 'assignee']}
        preview={async (typed: Typed) => typed}
        send={createCount}
        showPreview={({ spots, items }) => (
          <Text size="sm">
            Every item that the books have{spots ? ` at ${spots.join(', ')}` : ''} becomes a line
            {items && `, if it is ${items.join(', ')}`}. Who counts does not see the figures of the books.
          </Text>
        )}
        showAnswer={({ countNo, totalLines }) => (
          <Text size="sm">
            The count is{' '}
            <RouteAnchor to="/counts/$countNo" params={{ countNo }} size="sm">
              {countNo}
            </RouteAnchor>
            , with {totalLines} {totalLines === 1 ? 'line' : 'lines'}.
          </Text>
        )}
      />
    </Screen>
  )
}
