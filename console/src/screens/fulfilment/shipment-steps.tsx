import { changeShipment, type ShippingLine, shipments } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import {
  day,
  decimal,
  type Field,
  type Fields,
  lot,
  quantity,
  required,
  text,
  warehouse,
} from '../../components/forms/fields.tsx'
import { formStep, NextSteps, nothing, type Step } from '../../components/forms/next-steps.tsx'
import { orderedLines } from '../../components/lines/lines-field.tsx'
import { lineChoice, numbered, orderLinesTable, orderSteps } from '../../components/lines/order-lines.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { inWarehouse, type OrderedLine } from '../../fold/lines/ordered-lines.ts'
import { toTyped } from '../../fold/person-numbers.ts'

interface StepsProps {
  readonly soNo: string
  readonly lines: readonly ShippingLine[]
}

interface AllStepsProps extends StepsProps {
  /** Also what changes the order itself. */
  readonly mayChange?: boolean
  readonly isOnlyOneOpen?: boolean
}

/** What can be done next with an order. */
export function Steps({ soNo, lines, mayChange = false, ...more }: AllStepsProps) {
  const having = (figure: 'backordered' | 'committed' | 'packed', toStep: (concerned: StepsProps) => Step) => {
    const concerned = lines.filter((line) => line[figure] > 0)
    return concerned.length === 0 ? [] : [toStep({ soNo, lines: concerned })]
  }
  const steps = [...having('backordered', toAllocate), ...having('committed', toPack), ...having('packed', toShip)]
  const changes = mayChange ? changesOf(soNo, lines) : []
  return <NextSteps steps={[...steps, ...changes]} none="This order is complete" {...more} />
}

const showResult = () => 'Done. The lines above are up to date.'
const numbersOf = (lines: readonly ShippingLine[]) => lines.map(({ lineNo }) => ({ lineNo }))

const toAllocate = ({ soNo, lines }: StepsProps) =>
  formStep('Allocates available stock to backordered units.', {
    verb: 'Allocate',
    of: soNo,
    fields: nothing,
    dryRun: async () => lines.map((line) => ({ ...line, units: line.backordered })),
    send: (_, key) => shipments.step('Allocate').send({ soNo, lines: numbersOf(lines) }, key),
    showPlan: (rows) => <LinesToAllocate rows={rows} />,
    showResult,
    plansAtOnce: true,
  })

/** The units to pack, by the number of the line. */
type PackedUnits = Readonly<Record<string, number>>

function toPack({ soNo, lines }: StepsProps): Step {
  const fields: Fields<PackedUnits> = Object.fromEntries(
    lines.map(({ lineNo, shortID }) => [
      lineNo,
      required(decimal(`Units of line ${lineNo}, ${shortID}`, `units of line ${lineNo} (0 for none)`)),
    ]),
  )
  const packedOf = (units: PackedUnits) =>
    lines.map((line) => ({ ...line, units: units[line.lineNo] ?? 0 })).filter((line) => line.units > 0)
  return formStep('Packs all or some of the committed units. The rest stays committed.', {
    verb: 'Pack',
    of: soNo,
    fields,
    initial: Object.fromEntries(lines.map(({ lineNo, committed }) => [lineNo, toTyped(committed)])),
    missingOf: (units) => (packedOf(units).length === 0 ? 'units of at least one line' : undefined),
    dryRun: async (units: PackedUnits) => packedOf(units),
    send: (_, key, packed) =>
      shipments.step('Pack').send({ soNo, lines: packed.map(({ lineNo, units }) => ({ lineNo, units })) }, key),
    showPlan: (rows) => <LinesToPack rows={rows} />,
    showResult,
    plansAtOnce: true,
  })
}

const parcel: Fields<{ tracking?: string }> = { tracking: text('Tracking number (optional)') }

const toShip = ({ soNo, lines }: StepsProps) =>
  formStep('Ships everything packed and removes it from stock.', {
    verb: 'Ship',
    of: soNo,
    fields: parcel,
    dryRun: async (_: { tracking?: string }) => lines.map((line) => ({ ...line, units: line.packed })),
    send: ({ tracking }, key) => shipments.step('Ship').send({ soNo, lines: numbersOf(lines), tracking }, key),
    showPlan: (rows) => <LinesToShip rows={rows} />,
    showResult,
    plansAtOnce: true,
  })

/** Lines with the units that a step takes further. */
const linesTo = (verb: string) =>
  plainTable<Pick<ShippingLine, 'lineNo' | 'shortID' | 'units'>>(
    `Lines to ${verb}`,
    'No lines',
    ({ lineNo }) => lineNo,
    [column.number('Line', 'lineNo'), column.wide('Item', 'shortID'), column.quantity('Units', 'units')],
  )

const LinesToAllocate = linesTo('allocate')
const LinesToPack = linesTo('pack')
const LinesToShip = linesTo('ship')

type Order = Schemas['ShippingOrderDetail']

/** What can be changed of an order that is not closed. */
function changesOf(soNo: string, lines: readonly ShippingLine[]): readonly Step[] {
  const { changing, ending } = orderSteps({ soNo }, changeShipment, ({ lines: after }: Order) => (
    <LinesAfter rows={after} maxHeight={320} />
  ))
  return [
    changing('Change date', 'Sets a new ship-by date.', dates, (changes) => changes),
    changing('Change priority', 'Applies to stock allocated from now on.', priorities, (changes) => changes),
    changing('Add lines', 'Adds lines to the order.', addition, ({ wid, lines: added }) => ({
      lines: numbered(inWarehouse(added, wid), lines),
    })),
    changing('Change line', 'Sets a new quantity.', toLineFields(lines), (line) => ({ lines: [line] })),
    ending(
      'Cancel',
      'Cancels everything not yet packed or shipped. Its stock becomes available to other orders.',
      shipments.step('Cancel'),
    ),
  ]
}

const dates: Fields<{ shipDate: string }> = { shipDate: required(day('Ship by')) }
/** Which of several orders gets stock first. */
export const priority: Field<number> = {
  ...lot('Priority (highest first)'),
  name: 'priority (a whole number)',
}
const priorities: Fields<{ priority: number }> = { priority: required(priority) }
const addition: Fields<{ wid: number; lines: OrderedLine[] }> = {
  wid: required(warehouse('From warehouse', 'from warehouse')),
  lines: orderedLines,
}
const toLineFields = (lines: readonly ShippingLine[]): Fields<{ lineNo: number; units: number }> => ({
  lineNo: required(lineChoice(lines)),
  units: required(quantity('Total units')),
})

const LinesAfter = orderLinesTable('Lines after the change')
