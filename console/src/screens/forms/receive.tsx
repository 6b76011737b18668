import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/contract.ts'
import { receive } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import {
  day,
  decimal,
  type Fields,
  item,
  quantity,
  reason,
  remark,
  required,
  text,
  warehouse,
} from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { askingForSpot, LotsPlan, NewSpot } from '../../components/forms/stock-plan.tsx'
import { ItemLink, LotLink } from '../../components/record-links.tsx'

type Request = Schemas['ReceiveRequest'] & { readonly itemID: string; readonly units: number }

const fields: Fields<Request> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  spot: text('Spot'),
  reasonCode: required(reason('in')),
  reference: text('Reference'),
  serial: text('Serial or lot number'),
  serial2: text('Secondary number'),
  expires: day('Expires (day)'),
  netWeight: decimal('Net weight (kg)', 'a net weight like 12.5'),
  grossWeight: decimal('Gross weight (kg)', 'a gross weight like 13.5'),
  price: decimal('Unit cost', 'a unit cost like 12.5'),
  remark,
}

/** Receives stock as a new lot. */
export const Receive: FormScreen = formScreen({
  title: 'Receive',
  fields,
  useSearch: () => getRouteApi('/receive').useSearch(),
  kept: ['wid', 'reasonCode', 'reference'],
  ...askingForSpot(receive, (body: Request) => body),
  showPlan: ({ dryRun, newSpot }) => (
    <>
      <NewSpot of={newSpot} verb="Receive" />
      <LotsPlan dryRun={{ ...dryRun, passedOver: [] }} />
    </>
  ),
  showResult: ({ recNo, shortID, units, spot }) => (
    <>
      <Quantity of={units} /> of <ItemLink shortID={shortID} /> are lot <LotLink recNo={recNo} />
      {spot && ` in ${spot}`}.
    </>
  ),
})
