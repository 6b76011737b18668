import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/client.ts'
import { issue } from '../../api/stock/stock-writes.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Fields, required } from '../../parts/forms/field.ts'
import { item, lot, quantity, reason, remark, text, warehouse } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { LotsPreview } from '../../parts/forms/lots-preview.tsx'
import { ItemLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { textsOf } from './texts-of.ts'

const route = getRouteApi('/issue')

const fields: Fields<Schemas['IssueRequest']> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  spot: text('Spot (optional)'),
  reasonCode: required(reason('out')),
  reference: text('Reference'),
  recno: lot('Only lot (optional)'),
  remark,
}

/** Issues stock, first to expire first. */
export function Issue() {
  return (
    <Screen title="Issue">
      <FieldsForm
        verb="Issue"
        fields={fields}
        initial={textsOf(route.useSearch())}
        kept={['wid', 'reasonCode', 'reference']}
        {...issue}
        showPreview={(preview) => <LotsPreview preview={preview} />}
        showAnswer={({ shortID, units, transactionNo }) => (
          <Text size="sm">
            <Quantity of={units} /> of <ItemLink shortID={shortID} /> were issued by transaction {transactionNo}.
          </Text>
        )}
      />
    </Screen>
  )
}
