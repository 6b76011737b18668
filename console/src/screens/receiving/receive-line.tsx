import type { PurchaseLine } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { useSession } from '../../api/session-context.ts'
import { receive } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import { day, decimal, type Fields, quantity, reasonOfLine, required, text } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { askingForSpot, LotsPlan, NewSpot } from '../../components/forms/stock-plan.tsx'
import type { Opening } from '../../components/lines/line-list.tsx'
import { LotLink } from '../../components/record-links.tsx'
import { toTyped } from '../../fold/person-numbers.ts'
import { keep } from '../../outbox/outbox.ts'

interface ReceiveLineProps {
  readonly poNo: string
  readonly line: PurchaseLine
  readonly opened: Opening
  readonly onClose: () => void
}

type Request = Schemas['ReceiveRequest'] & { readonly itemID: string; readonly units: number }
export type ReceivedFields = Pick<
  Request,
  'units' | 'spot' | 'serial' | 'serial2' | 'expires' | 'netWeight' | 'grossWeight' | 'reasonCode'
>

/** What is received against a purchase order was bought. */
const OF_PURCHASES = /purchas|\bbuy|bought|supplier|vendor/i

export const receivedFields: Fields<ReceivedFields> = {
  units: required(quantity()),
  spot: text('Spot'),
  serial: text('Serial or lot number'),
  serial2: text('Secondary number'),
  expires: day('Expiry date'),
  netWeight: decimal('Net weight (kg)', 'net weight (like 12.5)'),
  grossWeight: decimal('Gross weight (kg)', 'gross weight (like 13.5)'),
  reasonCode: required(reasonOfLine('in', OF_PURCHASES)),
}

export const showReceived = ({ recNo, units }: { readonly recNo: number; readonly units: number }) => (
  <>
    Received <Quantity of={units} /> as lot <LotLink recNo={recNo} />.
  </>
)

export const RECEIVE = 'Receive'

/** Receives against a line: all that is open of it, unless another quantity is typed. */
export function ReceiveLine({ poNo, line, opened, onClose }: ReceiveLineProps) {
  const { lineNo, shortID, unitsOpen, warehouse } = line
  const session = useSession()
  const toRequest = (typed: ReceivedFields): Request => ({
    ...typed,
    itemID: shortID,
    wid: warehouse,
    reference: poNo,
    line: lineNo,
  })
  return (
    <FieldsForm
      verb={RECEIVE}
      fields={receivedFields}
      itemID={shortID}
      initial={{ units: toTyped(unitsOpen) }}
      of={lineNo}
      {...opened}
      {...askingForSpot(typedAs(receive, toRequest), ({ spot }) => ({ wid: warehouse, spot }))}
      keep={(typed, key) => keep({ kind: 'receipt', body: toRequest(typed) }, key, session)}
      showPlan={({ dryRun, newSpot }) => (
        <>
          <NewSpot of={newSpot} verb="Receive" />
          <LotsPlan dryRun={{ ...dryRun, passedOver: [] }} />
        </>
      )}
      showResult={showReceived}
      onClose={onClose}
      isCompact
    />
  )
}
