import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { allocate, pack, type ShippingLine, ship } from '../../api/orders/orders.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Fields, required } from '../../parts/forms/field.ts'
import { decimal, text } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { NextSteps, type Step } from '../../parts/forms/next-steps.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'

interface StepsProps {
  readonly soNo: string
  readonly lines: readonly ShippingLine[]
}

interface FormProps extends StepsProps {
  readonly onClose: () => void
}

/** What can be done next with an order. */
export function Steps({ soNo, lines }: StepsProps) {
  const step = (
    verb: string,
    figure: 'backordered' | 'committed' | 'packed',
    what: string,
    Form: (props: FormProps) => ReactNode,
  ): Step[] => {
    const concerned = lines.filter((line) => line[figure] > 0)
    if (concerned.length === 0) return []
    return [{ verb, what, form: (onClose) => <Form soNo={soNo} lines={concerned} onClose={onClose} /> }]
  }
  const steps = [
    ...step('Allocate', 'backordered', 'Allocates stock, as far as there is any, to what is backordered.', Allocate),
    ...step('Pack', 'committed', 'Packs what is committed, or a part of it: the rest stays committed.', Pack),
    ...step('Ship', 'packed', 'Issues all that is packed: it leaves the stock.', Ship),
  ]
  return <NextSteps steps={steps} none="Nothing is left to be done." />
}

const showAnswer = () => <Text size="sm">The lines above show where the units are now.</Text>

function Allocate({ soNo, lines, onClose }: FormProps) {
  return (
    <FieldsForm
      verb="Allocate"
      fields={nothing}
      preview={async () => lines.map((line) => ({ ...line, units: line.backordered }))}
      send={(_, key) => allocate(soNo, lines, key)}
      showPreview={(rows) => <LinesTo verb="allocate" rows={rows} />}
      showAnswer={showAnswer}
      onClose={onClose}
    />
  )
}

/** The units to pack, by the number of the line. */
type PackedUnits = Readonly<Record<string, number>>

function Pack({ soNo, lines, onClose }: FormProps) {
  const fields: Fields<PackedUnits> = Object.fromEntries(
    lines.map(({ lineNo, shortID }) => [
      lineNo,
      required(decimal(`Units of line ${lineNo}, ${shortID}`, `the units of line ${lineNo}, 0 for none`)),
    ]),
  )
  const packedOf = (units: PackedUnits) =>
    lines.map((line) => ({ ...line, units: units[line.lineNo] ?? 0 })).filter((line) => line.units > 0)
  return (
    <FieldsForm
      verb="Pack"
      fields={fields}
      initial={Object.fromEntries(lines.map(({ lineNo, committed }) => [lineNo, String(committed)]))}
      missingOf={(units) => (packedOf(units).length === 0 ? 'the units of at least one line' : undefined)}
      preview={async (units: PackedUnits) => packedOf(units)}
      send={(_, key, packed) => pack(soNo, packed, key)}
      showPreview={(rows) => <LinesTo verb="pack" rows={rows} />}
      showAnswer={showAnswer}
      onClose={onClose}
    />
  )
}

interface Parcel {
  readonly tracking?: string
}

const nothing: Fields<object> = {}
const parcel: Fields<Parcel> = { tracking: text('Tracking number (optional)') }

function Ship({ soNo, lines, onClose }: FormProps) {
  return (
    <FieldsForm
      verb="Ship"
      fields={parcel}
      preview={async (_: Parcel) => lines.map((line) => ({ ...line, units: line.packed }))}
      send={({ tracking }, key) => ship(soNo, lines, key, tracking)}
      showPreview={(rows) => <LinesTo verb="ship" rows={rows} />}
      showAnswer={showAnswer}
      onClose={onClose}
    />
  )
}

/** A line with the units that a step takes further. */
type StepLine = Pick<ShippingLine, 'lineNo' | 'shortID' | 'units'>

function LinesTo({ verb, rows }: { readonly verb: string; readonly rows: readonly StepLine[] }) {
  return (
    <PlainTable
      label={`Lines to ${verb}`}
      columns={columns}
      rows={rows}
      keyOf={({ lineNo }) => lineNo}
      empty="No line."
    />
  )
}

const columns: readonly Column<StepLine>[] = [
  { title: 'Line', isNumber: true, cell: ({ lineNo }) => lineNo },
  { title: 'Item', isWide: true, cell: ({ shortID }) => shortID },
  { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
]
