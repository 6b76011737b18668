import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { changePurchase, type PurchaseLine, purchaseLines, purchases } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { useReasonCodes, useWarehouseName } from '../../api/registries.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { Quantity } from '../../components/figures.tsx'
import { day, decimal, type Fields, quantity, required, text, warehouse, wide } from '../../components/forms/fields.tsx'
import { NextSteps } from '../../components/forms/next-steps.tsx'
import { LineCard } from '../../components/lines/line-card.tsx'
import { LineList, type Toggle } from '../../components/lines/line-list.tsx'
import { pricedLines } from '../../components/lines/lines-field.tsx'
import { lineChoice, numbered, orderLinesTable, orderSteps } from '../../components/lines/order-lines.tsx'
import { Loaded, Screen } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { Day, Due } from '../../components/time.tsx'
import { sum } from '../../fold/decimal.ts'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import { RECEIVE, ReceiveLine } from './receive-line.tsx'

const route = getRouteApi('/receiving/$poNo')

/** A purchase order to receive against, for a phone first: scan an item, say how many. */
export function Purchase() {
  const { poNo } = route.useParams()
  const order = useQuery(purchases.one({ poNo }))
  const lines = useQuery(purchaseLines({ poNo }))
  const mayReceive = useMay('positiveAdjustment')
  // Without signal a line can be received against only if its reasons are here already.
  useReasonCodes()
  return (
    <Screen title={poNo}>
      <Loaded query={order} height={70}>
        {({ vendor, status, expectedDate, orderDate }) => (
          <DescriptionList
            of={[
              ['Vendor', vendor],
              ['Status', status],
              ['Expected', <Due key="expected" at={expectedDate} isOpen={status !== 'Closed'} />],
              ['Ordered', <Day key="ordered" at={orderDate} />],
            ]}
          />
        )}
      </Loaded>
      <Loaded query={lines} height={240}>
        {({ value }) => (
          <>
            <LineList
              key={poNo}
              lines={value}
              isUnfinished={({ unitsOpen }) => unitsOpen > 0}
              verbs={[RECEIVE]}
              opensFirst={mayReceive}
            >
              {(line, toggle) => <PurchaseLineCard poNo={poNo} line={line} toggle={toggle} />}
            </LineList>
            {order.data && <PurchaseSteps order={order.data} lines={value} />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface PurchaseLineCardProps {
  readonly poNo: string
  readonly line: PurchaseLine
  readonly toggle: Toggle
}

/** A line: what is open of it, and the form that receives against it. */
function PurchaseLineCard({ poNo, line, toggle: { isOpen, onToggle, opened } }: PurchaseLineCardProps) {
  const { lineNo, units, unitsReceived, unitsOpen, warehouse, closedShort, reason } = line
  const nameOf = useWarehouseName()
  const waiting = useKeptWrites()
    .flatMap((write) => (write.kind === 'receipt' && write.state === 'waiting' ? [write.body] : []))
    .filter((body) => body.reference === poNo && body.line === lineNo)
  const mayReceive = useMay('positiveAdjustment')
  return (
    <LineCard
      line={line}
      note={
        <>
          To {nameOf(warehouse)}
          {closedShort && `, closed short${reason ? `: ${reason}` : ''}`}
        </>
      }
      open="open"
      openUnits={unitsOpen}
      progress={{ name: 'Received', done: unitsReceived, all: units }}
    >
      {waiting.length > 0 && (
        <Text size="sm" c="var(--ink-warn)" mb="xs">
          Not sent yet: <Quantity of={sum(waiting.map((body) => body.units))} />
        </Text>
      )}
      {mayReceive && unitsOpen > 0 && !isOpen && (
        <Button size="xs" variant="default" onClick={onToggle}>
          Receive
        </Button>
      )}
      {mayReceive && isOpen && <ReceiveLine poNo={poNo} line={line} opened={opened} onClose={onToggle} />}
    </LineCard>
  )
}

type Order = Schemas['PurchaseOrderDetail']
type Changes = Schemas['UpdatePurchaseOrderRequest']
type ChangedLine = NonNullable<NonNullable<Changes['lines']>[number]>

interface StepsProps {
  readonly order: Schemas['PurchaseOrder']
  readonly lines: readonly PurchaseLine[]
}

/** What can be changed of an order that is not closed. */
function PurchaseSteps({ order: { poNo, status }, lines }: StepsProps) {
  const mayWrite = useMay('writePurchaseOrders')
  if (!mayWrite) return null
  if (status === 'Closed') return <NextSteps steps={[]} />
  const open = lines.filter(({ unitsOpen }) => unitsOpen > 0)
  const { changing, ending } = orderSteps({ poNo }, changePurchase, ({ lines: after }: Order) => (
    <LinesAfter rows={after} maxHeight={320} />
  ))
  return (
    <NextSteps
      steps={[
        changing('Change date', 'Sets a new expected date.', dates, (changes) => changes),
        changing('Add lines', 'Adds lines to the order.', addition, ({ wid, lines: added }) => ({
          lines: numbered(inWarehouse(added, wid), lines).map(({ price = null, ...line }) => ({
            ...line,
            unitPrice: price,
          })),
        })),
        ...(open.length === 0
          ? []
          : [
              changing('Change line', 'Sets a new quantity or price.', toLineFields(open), (line) => ({
                lines: [line],
              })),
              changing('Close line short', 'No more units of the line are expected.', toClosing(open), (line) => ({
                lines: [{ ...line, close: true }],
              })),
            ]),
        status === 'Open'
          ? ending('Cancel', 'No more units of the order are expected.', purchases.step('Cancel'))
          : ending('Finalize', 'No more units of the order are expected.', purchases.step('Finalize')),
      ]}
    />
  )
}

const dates: Fields<{ expectedDate: string }> = { expectedDate: required(day('Expected date')) }
const addition: Fields<{ wid: number; lines: OrderedLine[] }> = {
  wid: required(warehouse('To warehouse', 'to warehouse')),
  lines: pricedLines,
}
const toLineFields = (lines: readonly PurchaseLine[]): Fields<Pick<ChangedLine, 'lineNo' | 'units' | 'unitPrice'>> => ({
  lineNo: required(lineChoice(lines)),
  units: quantity('Total units'),
  unitPrice: decimal('Price', 'price (like 12.5)'),
})
const toClosing = (lines: readonly PurchaseLine[]): Fields<{ lineNo: number; reason: string }> => ({
  lineNo: required(lineChoice(lines)),
  reason: required(wide(text('Reason', 255))),
})

const LinesAfter = orderLinesTable<Schemas['PurchaseOrderLine']>(
  'Lines after the change',
  column.quantity('Price', 'unitPrice'),
)
