import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/contract.ts'
import { hold, readLot, release } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import { type Fields, lot, quantity, reason, remark, required } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { ItemLink, LotLink } from '../../components/record-links.tsx'
import { difference } from '../../fold/decimal.ts'

type Lot = Schemas['LotDetails']
type Request = Schemas['HoldRequest']
type Done = Schemas['HoldAnswer'] | Schemas['ReleaseAnswer']

const fields: Fields<Request> = {
  recno: required(lot('Lot')),
  units: quantity('Units (the whole lot if blank)'),
  reasonCode: reason('hold', 'Reason (optional)'),
  remark,
}

/** Does what the dry run said, even when it is sent again. */
const send = (request: Request, key: string, lot: Lot): Promise<Done> =>
  lot.hold ? release(request, key) : hold(request, key)

/** Puts a lot, or a part of it, on hold; a lot that is on hold is released. */
export const Hold: FormScreen = formScreen({
  title: 'Hold or release',
  fields,
  useSearch: () => getRouteApi('/hold').useSearch(),
  dryRun: ({ recno }: Request) => readLot({ recno }),
  send,
  showPlan: (found, { units }) => <HoldPlan lot={found} units={units ?? found.units} />,
  showResult: ({ recNo, shortID, units, status }) => (
    <>
      Lot <LotLink recNo={recNo} /> with <Quantity of={units} /> of <ItemLink shortID={shortID} />: {status}.
    </>
  ),
})

function HoldPlan({ lot: found, units }: { readonly lot: Lot; readonly units: number }) {
  const rest = difference(found.units, units)
  return (
    <Text size="sm">
      <b>{found.hold ? 'Releases' : 'Holds'} </b>
      <Quantity of={units} /> of <ItemLink shortID={found.shortID} /> ({found.description}), lot{' '}
      <LotLink recNo={found.recNo} /> in {found.warehouse} {found.spot}.{' '}
      {rest > 0 && (
        <>
          They become a lot of their own; <Quantity of={rest} /> stay as they are.
        </>
      )}
      {rest < 0 && (
        <>
          The lot has only <Quantity of={found.units} />.
        </>
      )}
    </Text>
  )
}
