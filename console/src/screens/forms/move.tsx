import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/client.ts'
import { move } from '../../api/stock/stock-writes.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Fields, required } from '../../parts/forms/field.ts'
import { item, lot, quantity, text, warehouse } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { LotsPreview } from '../../parts/forms/lots-preview.tsx'
import { ItemLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { textsOf } from './texts-of.ts'

const route = getRouteApi('/move')
type Request = Schemas['MoveRequest']

const fields: Fields<Request> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse('From warehouse', 'from which warehouse')),
  fromSpot: text('From spot (optional)'),
  shipToWid: warehouse('To warehouse', 'to which warehouse', 'The same'),
  toSpot: text('To spot'),
  recno: lot('Only lot (optional)'),
  reference: text('Reference'),
}

const missingOf = ({ toSpot, shipToWid }: Request) => (toSpot || shipToWid ? undefined : 'to which spot or warehouse')

/** Moves stock to another spot or warehouse. */
export function Move() {
  return (
    <Screen title="Move">
      <FieldsForm
        verb="Move"
        fields={fields}
        initial={textsOf(route.useSearch())}
        missingOf={missingOf}
        kept={['wid', 'toSpot', 'shipToWid']}
        {...move}
        showPreview={(preview) => <LotsPreview preview={preview} />}
        showAnswer={({ shortID, units, lots, toSpot }) => (
          <Text size="sm">
            <Quantity of={units} /> of <ItemLink shortID={shortID} /> were moved{toSpot && ` to ${toSpot}`}, as{' '}
            {lots.length === 1 ? 'one lot' : `${lots.length} lots`}.
          </Text>
        )}
      />
    </Screen>
  )
}
