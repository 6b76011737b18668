import { Alert, Text } from '@mantine/core'
import type { Schemas } from '../../api/http/contract.ts'
import type { DryRunOperation } from '../../api/http/operations.ts'
import { useWarehouseName } from '../../api/registries.ts'
import { type DryRun, hasStockAt } from '../../api/stock.ts'
import { difference } from '../../fold/decimal.ts'
import { toText } from '../../fold/person-numbers.ts'
import { Difference } from '../figures.tsx'
import { LocationName } from '../names.tsx'
import { LotLink } from '../record-links.tsx'
import { column } from '../tables/columns.tsx'
import { plainTable } from '../tables/plain-table.tsx'

type Step = Schemas['LotStep']

/** So many lots that are passed over are named. */
const MOST_NAMED = 5

/** The result of a dry run: each lot before and after, and the lots that are passed over. */
export function LotsPlan({ dryRun }: { readonly dryRun: DryRun }) {
  const { lots, passedOver, passedOverCount = passedOver.length } = dryRun
  const named = passedOver.slice(0, MOST_NAMED)
  const more = passedOverCount - named.length
  return (
    <>
      <LotSteps rows={lots.flatMap(bothEnds)} maxHeight={300} />
      {passedOverCount > 0 && (
        <Text size="sm">
          Not used: {toText(passedOverCount)} other {passedOverCount === 1 ? 'lot' : 'lots'}:{' '}
          {named.map(({ recNo, spot, reason }) => `lot ${recNo}${spot && ` at ${spot}`} (${reason})`).join('; ')}
          {more > 0 && `; and ${toText(more)} more`}
        </Text>
      )}
    </>
  )
}

/** A lot that goes elsewhere as a whole leaves one place and comes to another. */
function bothEnds(step: Step): readonly Step[] {
  const { fromWid, fromSpot, unitsBefore, unitsAfter } = step
  if (fromWid === undefined || fromSpot === undefined) return [step]
  return [
    { ...step, wid: fromWid, spot: fromSpot, unitsBefore, unitsAfter: 0 },
    { ...step, unitsBefore: 0, unitsAfter },
  ]
}

const LotSteps = plainTable<Step>(
  'Lots before and after',
  'No lots change',
  ({ recNo, wid, spot, unitsBefore }) => `${recNo} ${wid} ${spot} ${unitsBefore}`,
  [
    { title: 'Lot', cell: ({ recNo }) => (recNo === null ? 'New' : <LotLink recNo={recNo} />) },
    { title: 'Location', isWide: true, cell: (step) => <LocationName of={step} /> },
    column.quantity('Before', 'unitsBefore'),
    {
      title: 'Change',
      isNumber: true,
      cell: (step) => <Difference of={difference(step.unitsAfter, step.unitsBefore)} />,
    },
    column.quantity('After', 'unitsAfter'),
  ],
)

interface Spot {
  readonly wid: number
  readonly spot: string
}

/** A dry run, and the spot of the destination if there is no stock yet: a misread label perhaps. */
interface Asking<Shown> {
  readonly dryRun: Shown
  readonly newSpot: Spot | undefined
}

/** A stock operation that also looks whether the spot of its destination has any stock. */
export const askingForSpot = <Body, Shown, Result>(
  { dryRun, send }: DryRunOperation<Body, Shown, Result>,
  spotOf: (body: Body) => { readonly wid: number; readonly spot?: string | null | undefined },
) => ({
  async dryRun(body: Body): Promise<Asking<Shown>> {
    const { wid, spot } = spotOf(body)
    const isNew = spot ? hasStockAt(wid, spot).then((hasStock) => !hasStock) : false
    return { dryRun: await dryRun(body), newSpot: spot && (await isNew) ? { wid, spot } : undefined }
  },
  send: (body: Body, key: string, shown?: Asking<Shown>) => send(body, key, shown?.dryRun),
})

export function NewSpot({ of: found, verb }: { readonly of: Spot | undefined; readonly verb: string }) {
  const nameOf = useWarehouseName()
  if (!found) return null
  return (
    <Alert color="var(--ink-warn)" variant="outline" p="xs">
      {found.spot} is new or empty in {nameOf(found.wid)}. {verb} there?
    </Alert>
  )
}
