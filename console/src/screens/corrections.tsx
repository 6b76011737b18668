import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../api/http/contract.ts'
import { adjust, type DryRun, hold, readLot, release, unitsAt } from '../api/stock.ts'
import { Difference, Quantity } from '../components/figures.tsx'
import {
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
import { LotsPlan } from '../components/forms/stock-plan.tsx'
import { ItemLink, LotLink } from '../components/record-links.tsx'
import { difference } from '../fold/decimal.ts'

/** What is expected is read, not typed. */
type Counted = Omit<Schemas['AdjustRequest'], 'expected'>

const adjustFields: Fields<Counted> = {
  itemID: required(item),
  wid: required(warehouse()),
  spot: text('Spot'),
  counted: required(decimal('Counted', 'counted quantity')),
  reasonCode: required(reason()),
  reference: text('Reference'),
  remark,
}

interface Shown {
  readonly expected: number
  readonly dryRun: DryRun
}

const look = async (body: Counted): Promise<Shown> => {
  const expected = await unitsAt(body.itemID, body.wid, body.spot ?? '')
  return { expected, dryRun: await adjust.dryRun({ ...body, expected }) }
}

/** Sets what an item has at a spot to what was counted there. It is refused if the stock moves meanwhile. */
export const Adjust: FormScreen = formScreen({
  title: 'Adjust',
  fields: adjustFields,
  useSearch: () => getRouteApi('/adjust').useSearch(),
  kept: ['wid', 'reasonCode', 'reference'],
  dryRun: look,
  send: (body, key, { expected, dryRun }: Shown) => adjust.send({ ...body, expected }, key, dryRun),
  showPlan: ({ expected, dryRun }, { counted }) => (
    <>
      <Text size="sm">
        Expected <Quantity of={expected} />, counted <Quantity of={counted} />: difference{' '}
        <Difference of={difference(counted, expected)} />
      </Text>
      <LotsPlan dryRun={dryRun} />
    </>
  ),
  showResult: ({ shortID, spot, counted, units }) => (
    <>
      Adjusted <ItemLink shortID={shortID} />
      {spot && ` at ${spot}`} to <Quantity of={counted} /> (<Difference of={units} />
      ).
    </>
  ),
})

type Lot = Schemas['LotDetails']
type Request = Schemas['HoldRequest']
type Done = Schemas['HoldAnswer'] | Schemas['ReleaseAnswer']

const holdFields: Fields<Request> = {
  recno: required(lot('Lot')),
  units: quantity('Units (default: the whole lot)'),
  reasonCode: reason('hold', 'Reason (optional)'),
  remark,
}

/** Does what the dry run said, even when it is sent again. */
const send = (request: Request, key: string, lot: Lot): Promise<Done> =>
  lot.hold ? release(request, key) : hold(request, key)

/** Puts a lot, or a part of it, on hold; a lot that is on hold is released. */
export const Hold: FormScreen = formScreen({
  title: 'Hold or release',
  fields: holdFields,
  useSearch: () => getRouteApi('/hold').useSearch(),
  dryRun: ({ recno }: Request) => readLot({ recno }),
  send,
  showPlan: (found, { units }) => <HoldPlan lot={found} units={units ?? found.units} />,
  showResult: ({ recNo, shortID, units, status }) => (
    <>
      Lot <LotLink recNo={recNo} /> (<Quantity of={units} /> <ItemLink shortID={shortID} />) is now{' '}
      {status === 'held' ? 'on hold' : status}.
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
          Splits them off as a new lot; <Quantity of={rest} /> stay as they are.
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
