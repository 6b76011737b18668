import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ShippingLine, shipment, shipmentLines } from '../../api/orders/orders.ts'
import { useMay } from '../../app/session-context.ts'
import { Due } from '../../parts/due.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Quantity, toText } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ItemLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Section } from '../../parts/section.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { Day, None } from '../../parts/time.tsx'
import { Steps } from './steps.tsx'

const route = getRouteApi('/fulfilment/$soNo')

/** A shipping order: where the units of each line are, why they are short, and the next step. */
export function Shipment() {
  const { soNo } = route.useParams()
  const order = useQuery(shipment(soNo))
  const lines = useQuery(shipmentLines(soNo))
  const mayWrite = useMay('writeShipments')
  return (
    <Screen title={soNo}>
      <Loaded query={order} height={70}>
        {({ customer, status, shipDate, orderDate }) => (
          <Facts
            of={[
              ['Customer', customer],
              ['Status', status],
              ['Ship by', <Due key="ship" at={shipDate} isOpen={status !== 'Closed'} />],
              ['Ordered', <Day key="ordered" at={orderDate} />],
            ]}
          />
        )}
      </Loaded>
      <Loaded query={lines} height={240}>
        {({ value }) => (
          <>
            <Section title="Lines">
              <PlainTable
                label="Lines"
                columns={columns}
                rows={value}
                keyOf={({ lineNo }) => lineNo}
                empty="No line."
              />
            </Section>
            {mayWrite && (
              <Group align="start">
                <Steps soNo={soNo} lines={value} />
              </Group>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const REASONS: Readonly<Record<string, string>> = {
  lost: 'lost',
  held: 'on hold',
  expired: 'expired',
  reserved: 'reserved for',
  packed: 'packed for',
}

/** What the line lost, and stock of the item that there is, but not for this line. */
function WhyShort({ line: { backordered, short } }: { readonly line: ShippingLine }) {
  if (backordered === 0) return <None />
  if (short.length === 0) return 'There is no stock'
  return short
    .map(({ reason, reference, units }) => `${toText(units)} ${REASONS[reason] ?? reason} ${reference}`.trim())
    .join('; ')
}

const columns: readonly Column<ShippingLine>[] = [
  { title: 'Line', isNumber: true, cell: ({ lineNo }) => lineNo },
  { title: 'Item', cell: ({ shortID }) => <ItemLink shortID={shortID} /> },
  { title: 'From', cell: ({ warehouseName }) => warehouseName },
  { title: 'Ordered', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
  { title: 'Backordered', isNumber: true, hint: 'Waits for stock', cell: (line) => <Quantity of={line.backordered} /> },
  {
    title: 'Committed',
    isNumber: true,
    hint: 'Allocated, not yet packed',
    cell: (line) => <Quantity of={line.committed} />,
  },
  { title: 'Packed', isNumber: true, hint: 'Packed, not yet shipped', cell: ({ packed }) => <Quantity of={packed} /> },
  { title: 'Shipped', isNumber: true, cell: ({ shipped }) => <Quantity of={shipped} /> },
  { title: 'Canceled', isNumber: true, cell: ({ canceled }) => <Quantity of={canceled} /> },
  { title: 'Why short', isWide: true, cell: (line) => <WhyShort line={line} /> },
]
