import { Text } from '@mantine/core'
import type { Schemas } from '../../api/http/contract.ts'
import { Quantity } from '../../components/figures.tsx'
import { decimal, type Fields, reason, required, text } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import type { Opening } from '../../components/lines/line-list.tsx'
import { difference, sum } from '../../fold/decimal.ts'
import { toTyped } from '../../fold/person-numbers.ts'
import { type TransitLine, transits } from './requests.ts'

interface ReceiveTransitProps {
  readonly slip: string
  readonly line: TransitLine
  readonly opened: Opening
  readonly onClose: () => void
}

type Typed = Omit<Schemas['ReceiveTransitRequest']['lines'][number], 'lineNo' | 'recno'>

const fields: Fields<Typed> = {
  accepted: required(decimal('Accepted', 'the units that are accepted')),
  spot: text('Spot'),
  rejected: decimal('Rejected', 'the units that are rejected'),
  rejectedSpot: text('Spot of the rejected'),
  reasonCode: reason('in'),
}

const missingOf = ({ accepted, rejected = 0, reasonCode }: Typed) => {
  if (accepted === 0 && !rejected) return 'how many are accepted or rejected'
  return rejected && reasonCode === undefined ? 'the reason of the rejection' : undefined
}

export const RECEIVE = 'Receive'

/** Receives units of a line: the accepted ones into stock, the rejected ones on hold. */
export function ReceiveTransit({ slip, line, opened: { scanned, ...opened }, onClose }: ReceiveTransitProps) {
  const { lineNo, inTransit } = line
  return (
    <FieldsForm
      verb={RECEIVE}
      fields={fields}
      initial={{ accepted: toTyped(inTransit) }}
      of={lineNo}
      {...opened}
      scanned={scanned?.units === undefined ? undefined : { accepted: scanned.units }}
      missingOf={missingOf}
      dryRun={async (typed: Typed) => typed}
      send={(typed, key) => transits.step('Receive').send({ slip, lines: [{ ...typed, lineNo }] }, key)}
      showPlan={(typed) => <Outcome typed={typed} inTransit={inTransit} />}
      showResult={({ status }) => `The transit is now: ${status}.`}
      onClose={onClose}
      isCompact
    />
  )
}

function Outcome({
  typed: { accepted, rejected, spot },
  inTransit,
}: {
  readonly typed: Typed
  readonly inTransit: number
}) {
  const left = difference(inTransit, sum([accepted, rejected ?? 0]))
  return (
    <Text size="sm">
      <Quantity of={accepted} /> are received{spot && ` in ${spot}`}
      {rejected ? (
        <>
          , <Quantity of={rejected} /> are rejected and received on hold
        </>
      ) : null}
      {left < 0 ? (
        <>
          : more than is in transit, <Quantity of={inTransit} />.
        </>
      ) : (
        <>
          , <Quantity of={left} /> stay in transit.
        </>
      )}
    </Text>
  )
}
