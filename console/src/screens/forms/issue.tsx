import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/contract.ts'
import { issue } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import {
  type Fields,
  item,
  lot,
  quantity,
  reason,
  remark,
  required,
  text,
  warehouse,
} from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { LotsPlan } from '../../components/forms/stock-plan.tsx'
import { ItemLink, TransactionLink } from '../../components/record-links.tsx'

type Request = Schemas['IssueRequest'] & { readonly itemID: string; readonly units: number }

const fields: Fields<Request> = {
  itemID: required(item),
  units: required(quantity()),
  wid: required(warehouse()),
  spot: text('Spot (optional)'),
  reasonCode: required(reason('out')),
  reference: text('Reference'),
  serial: text('Serial or lot (optional)'),
  serial2: text('Secondary number (optional)'),
  recno: lot('Only lot (optional)'),
  remark,
}

/** Issues stock, first to expire first. */
export const Issue: FormScreen = formScreen({
  title: 'Issue',
  fields,
  useSearch: () => getRouteApi('/issue').useSearch(),
  kept: ['wid', 'reasonCode', 'reference'],
  ...issue,
  showPlan: (dryRun) => <LotsPlan dryRun={dryRun} />,
  showResult: ({ shortID, units, transactionNo }) => (
    <>
      <Quantity of={units} /> of <ItemLink shortID={shortID} /> were issued by transaction{' '}
      <TransactionLink of={transactionNo} />.
    </>
  ),
})
