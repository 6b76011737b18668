import { Text } from '@mantine/core'
import { type ShipRequest, shipTransit } from '../../api/orders/transits.ts'
import type { OrderedLine } from '../../fold/order-lines.ts'
import { type Fields, required } from '../../parts/forms/field.ts'
import { text, warehouse } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { LinesTable, orderedLines } from '../../parts/forms/lines-field.tsx'
import { RouteAnchor } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'

type Typed = Pick<ShipRequest, 'wid' | 'shipToWid' | 'reference'> & { lines: OrderedLine[] }

const fields: Fields<Typed> = {
  lines: orderedLines,
  wid: required(warehouse('From warehouse', 'from which warehouse')),
  shipToWid: required(warehouse('To warehouse', 'to which warehouse')),
  reference: text('Reference'),
}

/** Ships stock to another warehouse: scan the items, look at the slip, send it. */
export function ShipTransit() {
  return (
    <Screen title="Ship to another warehouse">
      <FieldsForm
        verb="Ship"
        fields={fields}
        kept={['wid', 'shipToWid', 'reference']}
        preview={async (typed: Typed) => typed.lines}
        send={shipTransit}
        showPreview={(lines) => (
          <>
            <Text size="sm">
              These leave the stock of the first warehouse at once, and are in transit until the second receives them.
            </Text>
            <LinesTable label="Lines to ship" rows={lines} />
          </>
        )}
        showAnswer={({ slip }) => (
          <Text size="sm">
            The transit is{' '}
            <RouteAnchor to="/transits/$slip" params={{ slip }} size="sm">
              {slip}
            </RouteAnchor>
            .
          </Text>
        )}
      />
    </Screen>
  )
}
