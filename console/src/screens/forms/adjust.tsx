import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/http/contract.ts'
import { adjust, type DryRun, unitsAt } from '../../api/stock.ts'
import { Difference, Quantity } from '../../components/figures.tsx'
import {
  decimal,
  type Fields,
  item,
  reason,
  remark,
  required,
  text,
  warehouse,
} from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { LotsPlan } from '../../components/forms/stock-plan.tsx'
import { ItemLink } from '../../components/record-links.tsx'
import { difference } from '../../fold/decimal.ts'

/** What is expected is read, not typed. */
type Counted = Omit<Schemas['AdjustRequest'], 'expected'>

const fields: Fields<Counted> = {
  itemID: required(item),
  wid: required(warehouse()),
  spot: text('Spot'),
  counted: required(decimal('Counted', 'what was counted')),
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
  fields,
  useSearch: () => getRouteApi('/adjust').useSearch(),
  kept: ['wid', 'reasonCode', 'reference'],
  dryRun: look,
  send: (body, key, { expected, dryRun }: Shown) => adjust.send({ ...body, expected }, key, dryRun),
  showPlan: ({ expected, dryRun }, { counted }) => (
    <>
      <Text size="sm">
        There are <Quantity of={expected} />, <Quantity of={counted} /> were counted:{' '}
        <Difference of={difference(counted, expected)} />
      </Text>
      <LotsPlan dryRun={dryRun} />
    </>
  ),
  showResult: ({ shortID, spot, counted, units }) => (
    <>
      <ItemLink shortID={shortID} /> has <Quantity of={counted} />
      {spot && ` at ${spot}`} now (<Difference of={units} />
      ).
    </>
  ),
})
