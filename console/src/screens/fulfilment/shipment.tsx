import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ShippingLine, shipmentLines, shipments } from '../../api/documents.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { RouteButton } from '../../components/links.tsx'
import { Loaded, Screen, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { Day, Due, None } from '../../components/time.tsx'
import { toText } from '../../fold/person-numbers.ts'
import { mayChoose } from '../../fold/picking/chosen-orders.ts'
import { Steps } from './shipment-steps.tsx'

const route = getRouteApi('/fulfilment/$soNo')

/** A shipping order: where the units of each line are, why they are short, and the next step. */
export function Shipment() {
  const { soNo } = route.useParams()
  const order = useQuery(shipments.one({ soNo }))
  const lines = useQuery(shipmentLines({ soNo }))
  const mayWrite = useMay('writeShippingOrders')
  return (
    <Screen
      title={soNo}
      aside={
        mayChoose(undefined, soNo) &&
        lines.data?.value.some(({ committed }) => committed > 0) && (
          <RouteButton to="/pick" search={{ orders: soNo }}>
            Pick
          </RouteButton>
        )
      }
    >
      <Loaded query={order} height={70}>
        {({ customer, status, shipDate, orderDate }) => (
          <DescriptionList
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
              <Lines rows={value} />
            </Section>
            {mayWrite && (
              <Group align="start">
                <Steps
                  soNo={soNo}
                  lines={value}
                  mayChange={order.data?.status === 'Open' || order.data?.status === 'Partial'}
                />
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
  if (short.length === 0) return 'No stock'
  return short
    .map(({ reason, reference, units }) => `${toText(units)} ${REASONS[reason] ?? reason} ${reference}`.trim())
    .join('; ')
}

const Lines = plainTable<ShippingLine>('Lines', 'No lines', ({ lineNo }) => lineNo, [
  column.number('Line', 'lineNo'),
  column.item('Item', 'shortID'),
  column.text('From', 'warehouseName'),
  column.quantity('Ordered', 'units'),
  column.quantity('Backordered', 'backordered', { hint: 'Waiting for stock' }),
  column.quantity('Committed', 'committed', { hint: 'Allocated, not yet packed' }),
  column.quantity('Packed', 'packed', { hint: 'Packed, not yet shipped' }),
  column.quantity('Shipped', 'shipped'),
  column.quantity('Canceled', 'canceled'),
  { title: 'Why short', isWide: true, cell: (line) => <WhyShort line={line} /> },
])
