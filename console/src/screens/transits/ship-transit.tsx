import { Text } from '@mantine/core'
import type { Schemas } from '../../api/http/contract.ts'
import { type Fields, required, text, warehouse } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { slipLines } from '../../components/lines/lines-field.tsx'
import { newLinesTable } from '../../components/lines/order-lines.tsx'
import type { OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { transits } from './requests.ts'
import { TransitLink } from './transit-link.tsx'

type Typed = Pick<Schemas['ShipTransitRequest'], 'wid' | 'shipToWid' | 'reference'> & { lines: OrderedLine[] }

const fields: Fields<Typed> = {
  lines: slipLines,
  wid: required(warehouse('From warehouse', 'from which warehouse')),
  shipToWid: required(warehouse('To warehouse', 'to which warehouse')),
  reference: text('Reference'),
}

/** Ships stock to another warehouse: scan the items, look at the slip, send it. */
export const ShipTransit: FormScreen = formScreen({
  title: 'Ship to another warehouse',
  verb: 'Ship',
  fields,
  kept: ['wid', 'shipToWid', 'reference'],
  ...transits.create,
  showPlan: ({ lines }) => (
    <>
      <Text size="sm">
        These leave the stock of the first warehouse at once, and are in transit until the second receives them.
      </Text>
      <ShippedLines rows={lines.map((line) => ({ ...line, units: line.shipped }))} maxHeight={320} />
    </>
  ),
  showResult: ({ slip }) => (
    <>
      The transit is <TransitLink slip={slip} />.
    </>
  ),
})

const ShippedLines = newLinesTable('Lines to ship')
