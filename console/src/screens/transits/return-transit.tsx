import { Text } from '@mantine/core'
import type { Schemas } from '../../api/http/contract.ts'
import { Quantity } from '../../components/figures.tsx'
import { type Fields, quantity, required, text } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { difference } from '../../fold/decimal.ts'
import { toTyped } from '../../fold/person-numbers.ts'
import { type TransitLine, transits } from './requests.ts'

interface ReturnTransitProps {
  readonly slip: string
  readonly line: TransitLine
  readonly onClose: () => void
}

type Typed = Pick<Schemas['ReturnTransitRequest']['lines'][number], 'units' | 'spot'>

const fields: Fields<Typed> = { units: required(quantity()), spot: text('Spot') }

export const RETURN = 'Return'

/** Brings units of a line back to the warehouse that they came from. */
export function ReturnTransit({ slip, line: { lineNo, inTransit }, onClose }: ReturnTransitProps) {
  return (
    <FieldsForm
      verb={RETURN}
      fields={fields}
      of={lineNo}
      isAskedFor
      initial={{ units: toTyped(inTransit) }}
      dryRun={async (typed: Typed) => typed}
      send={(typed, key) => transits.step('Return').send({ slip, lines: [{ ...typed, lineNo }] }, key)}
      showPlan={({ units }) => (
        <Text size="sm">
          <Quantity of={units} /> go back to the warehouse that they came from,{' '}
          <Quantity of={difference(inTransit, units)} /> stay in transit.
        </Text>
      )}
      showResult={({ status }) => `The transit is now: ${status}.`}
      onClose={onClose}
      isCompact
    />
  )
}
