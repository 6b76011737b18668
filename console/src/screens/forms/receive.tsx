import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/client.ts'
import { receive } from '../../api/stock/stock-writes.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Fields, required } from '../../parts/forms/field.ts'
import { day, decimal, item, quantity, reason, remark, text, warehouse } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { LotsPreview } from '../../parts/forms/lots-preview.tsx'
import { ItemLink, LotLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { textsOf } from './texts-of.ts'

const route = getRouteApi('/receive')

const fields: Fields<Schemas['ReceiveRequest']> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  spot: text('Spot'),
  reasonCode: required(reason('in')),
  reference: text('Reference'),
  serial: text('Serial or lot number'),
  expires: day('Expires (day, UTC)'),
  price: decimal('Unit cost', 'a unit cost like 12.5'),
  remark,
}

/** Receives stock as a new lot. */
export function Receive() {
  return (
    <Screen title="Receive">
      <FieldsForm
        verb="Receive"
        fields={fields}
        initial={textsOf(route.useSearch())}
        kept={['wid', 'reasonCode', 'reference']}
        {...receive}
        showPreview={(preview) => <LotsPreview preview={{ ...preview, passedOver: [] }} />}
        showAnswer={({ recNo, shortID, units, spot }) => (
          <Text size="sm">
            <Quantity of={units} /> of <ItemLink shortID={shortID} /> are lot <LotLink recNo={recNo} />
            {spot && ` in ${spot}`}.
          </Text>
        )}
      />
    </Screen>
  )
}
