import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../api/http/contract.ts'
import { issue, move, receive } from '../api/stock.ts'
import { Quantity } from '../components/figures.tsx'
import {
  day,
  decimal,
  type Fields,
  item,
  lot,
  quantity,
  reason,
  remark,
  required,
  text,
  warehouse,
} from '../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../components/forms/form-screen.tsx'
import { askingForSpot, LotsPlan, NewSpot } from '../components/forms/stock-plan.tsx'
import { ItemLink, LotLink, TransactionLink } from '../components/record-links.tsx'
import { toText } from '../fold/person-numbers.ts'

/** The item and the units are optional in the interface, but not in a form. */
type OfItem<Request> = Request & { readonly itemID: string; readonly units: number }

type Receipt = OfItem<Schemas['ReceiveRequest']>

const receiptFields: Fields<Receipt> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  spot: text('Spot'),
  reasonCode: required(reason('in')),
  reference: text('Reference'),
  serial: text('Serial or lot number'),
  serial2: text('Secondary number'),
  expires: day('Expiry date'),
  netWeight: decimal('Net weight (kg)', 'net weight (like 12.5)'),
  grossWeight: decimal('Gross weight (kg)', 'gross weight (like 13.5)'),
  price: decimal('Unit cost', 'unit cost (like 12.5)'),
  remark,
}

/** Receives stock as a new lot. */
export const Receive: FormScreen = formScreen({
  title: 'Receive',
  fields: receiptFields,
  useSearch: () => getRouteApi('/receive').useSearch(),
  kept: ['wid', 'reasonCode', 'reference'],
  ...askingForSpot(receive, (body: Receipt) => body),
  showPlan: ({ dryRun, newSpot }) => (
    <>
      <NewSpot of={newSpot} verb="Receive" />
      <LotsPlan dryRun={{ ...dryRun, passedOver: [] }} />
    </>
  ),
  showResult: ({ recNo, shortID, units, spot }) => (
    <>
      Received <Quantity of={units} /> of <ItemLink shortID={shortID} /> as lot <LotLink recNo={recNo} />
      {spot && ` at ${spot}`}.
    </>
  ),
})

/** Restricts a move or an issue to some lots. */
const restriction = {
  serial: text('Serial or lot (optional)'),
  serial2: text('Secondary number (optional)'),
  recno: lot('Specific lot (optional)'),
}

type Movement = OfItem<Schemas['MoveRequest']>

const moveFields: Fields<Movement> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse('From warehouse', 'from warehouse')),
  fromSpot: text('From spot (optional)'),
  shipToWid: warehouse('To warehouse', 'to warehouse', 'Same warehouse'),
  toSpot: text('To spot'),
  ...restriction,
  reference: text('Reference'),
}

/** Moves stock to another spot or warehouse. */
export const Move: FormScreen = formScreen({
  title: 'Move',
  fields: moveFields,
  useSearch: () => getRouteApi('/move').useSearch(),
  missingOf: ({ toSpot, shipToWid }) => (toSpot || shipToWid ? undefined : 'to spot or to warehouse'),
  kept: ['wid', 'toSpot', 'shipToWid'],
  ...askingForSpot(move, ({ wid, shipToWid, toSpot }: Movement) => ({ wid: shipToWid ?? wid, spot: toSpot })),
  showPlan: ({ dryRun, newSpot }) => (
    <>
      <NewSpot of={newSpot} verb="Move" />
      <LotsPlan dryRun={dryRun} />
    </>
  ),
  showResult: ({ shortID, units, lots, toSpot, transactionNo }) => (
    <>
      Moved <Quantity of={units} /> of <ItemLink shortID={shortID} />
      {toSpot && ` to ${toSpot}`} as {lots.length === 1 ? '1 lot' : `${toText(lots.length)} lots`} by transaction{' '}
      <TransactionLink of={transactionNo} />.
    </>
  ),
})

const issueFields: Fields<OfItem<Schemas['IssueRequest']>> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  spot: text('Spot (optional)'),
  reasonCode: required(reason('out')),
  reference: text('Reference'),
  ...restriction,
  remark,
}

/** Issues stock, first to expire first. */
export const Issue: FormScreen = formScreen({
  title: 'Issue',
  fields: issueFields,
  useSearch: () => getRouteApi('/issue').useSearch(),
  kept: ['wid', 'reasonCode', 'reference'],
  ...issue,
  showPlan: (dryRun) => <LotsPlan dryRun={dryRun} />,
  showResult: ({ shortID, units, transactionNo }) => (
    <>
      Issued <Quantity of={units} /> of <ItemLink shortID={shortID} /> by transaction{' '}
      <TransactionLink of={transactionNo} />.
    </>
  ),
})
