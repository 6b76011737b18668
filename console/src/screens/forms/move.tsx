import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/contract.ts'
import { move } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import { type Fields, item, lot, quantity, required, text, warehouse } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { askingForSpot, LotsPlan, NewSpot } from '../../components/forms/stock-plan.tsx'
import { ItemLink, TransactionLink } from '../../components/record-links.tsx'
import { toText } from '../../fold/person-numbers.ts'

type Request = Schemas['MoveRequest'] & { readonly itemID: string; readonly units: number }

const fields: Fields<Request> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse('From warehouse', 'from which warehouse')),
  fromSpot: text('From spot (optional)'),
  shipToWid: warehouse('To warehouse', 'to which warehouse', 'The same'),
  toSpot: text('To spot'),
  serial: text('Serial or lot (optional)'),
  serial2: text('Secondary number (optional)'),
  recno: lot('Only lot (optional)'),
  reference: text('Reference'),
}

const missingOf = ({ toSpot, shipToWid }: Request) => (toSpot || shipToWid ? undefined : 'to which spot or warehouse')

/** Moves stock to another spot or warehouse. */
export const Move: FormScreen = formScreen({
  title: 'Move',
  fields,
  useSearch: () => getRouteApi('/move').useSearch(),
  missingOf,
  kept: ['wid', 'toSpot', 'shipToWid'],
  ...askingForSpot(move, ({ wid, shipToWid, toSpot }: Request) => ({ wid: shipToWid ?? wid, spot: toSpot })),
  showPlan: ({ dryRun, newSpot }) => (
    <>
      <NewSpot of={newSpot} verb="Move" />
      <LotsPlan dryRun={dryRun} />
    </>
  ),
  showResult: ({ shortID, units, lots, toSpot, transactionNo }) => (
    <>
      <Quantity of={units} /> of <ItemLink shortID={shortID} /> were moved{toSpot && ` to ${toSpot}`}, as{' '}
      {lots.length === 1 ? 'one lot' : `${toText(lots.length)} lots`}, by transaction{' '}
      <TransactionLink of={transactionNo} />.
    </>
  ),
})
