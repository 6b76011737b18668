import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { explanation } from '../../api/stock/levels.ts'
import { type NewReservation, reserve } from '../../api/stock/reservations.ts'
import { difference } from '../../fold/decimal.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Fields, required } from '../../parts/forms/field.ts'
import { day, item, lot, quantity, text, warehouse } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { ItemLink, ReservationLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { textsOf } from '../forms/texts-of.ts'

const route = getRouteApi('/reserve')

const fields: Fields<NewReservation> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  reference: text('For (an order, for instance)'),
  line: { ...lot('Order line (optional)'), name: 'the number of a line' },
  expires: day('Until (day, UTC)'),
  recno: lot('Only lot (optional)'),
}

/** Promises units to an order, a cart or a job: they are not available to others. */
export function Reserve() {
  const queries = useQueryClient()
  return (
    <Screen title="Reserve">
      <FieldsForm
        verb="Reserve"
        fields={fields}
        initial={textsOf(route.useSearch())}
        kept={['wid', 'reference', 'expires']}
        preview={async ({ itemID, wid }: NewReservation) =>
          (await queries.fetchQuery({ ...explanation(itemID, wid), staleTime: 0 })).level
        }
        send={reserve}
        showPreview={({ available }, { units, expires }) => (
          <Text size="sm">
            <Quantity of={available} /> are available there, <Quantity of={difference(available, units)} /> after it.{' '}
            {expires
              ? `The units are reserved until ${expires} begins.`
              : 'The units stay reserved until they are used or released.'}
          </Text>
        )}
        showAnswer={({ reservationID, itemID, units }) => (
          <Text size="sm">
            <Quantity of={units} /> of <ItemLink shortID={itemID} /> are reserved under number{' '}
            <ReservationLink of={reservationID} />.
          </Text>
        )}
      />
    </Screen>
  )
}
