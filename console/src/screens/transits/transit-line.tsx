import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type TransitLine, transits } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { Quantity } from '../../components/figures.tsx'
import { decimal, type Fields, quantity, reason, required, text } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { useHasDraft } from '../../components/forms/use-draft.ts'
import { LineCard } from '../../components/lines/line-card.tsx'
import type { Opening, Toggle } from '../../components/lines/line-list.tsx'
import { LotLink } from '../../components/record-links.tsx'
import { difference, sum } from '../../fold/decimal.ts'
import { toTyped } from '../../fold/person-numbers.ts'

interface TransitLineCardProps {
  readonly slip: string
  readonly may: { readonly receive: boolean; readonly return: boolean }
  readonly line: TransitLine
  readonly toggle: Toggle
}

/** A line: where its units are, and the forms that receive or return them. */
export function TransitLineCard({ slip, may, line, toggle: { isOpen, onToggle, opened } }: TransitLineCardProps) {
  const { description, inTransit, lots } = line
  const [isReturn, setIsReturn] = useState(useHasDraft()(RETURN, line.lineNo))
  const showsReturn = may.return && (isReturn || !may.receive)
  const open = (wantsReturn: boolean) => {
    setIsReturn(wantsReturn)
    if (!isOpen) onToggle()
  }
  return (
    <LineCard line={line} note={description} open="in transit" openUnits={inTransit}>
      <Text size="xs" c="dimmed" mt={4}>
        <Where line={line} />
      </Text>
      {lots.length > 0 && (
        <Text size="xs" c="dimmed">
          {lots.length === 1 ? 'Lot' : 'Lots'}{' '}
          {lots.map(({ recNo }, at) => (
            <span key={recNo}>
              {at > 0 && ', '}
              <LotLink recNo={recNo} />
            </span>
          ))}
        </Text>
      )}
      {inTransit > 0 && (
        <Group gap="xs" mt="xs">
          {may.receive && !(isOpen && !showsReturn) && (
            <Button size="xs" variant="default" onClick={() => open(false)}>
              Receive
            </Button>
          )}
          {may.return && !(isOpen && showsReturn) && (
            <Button size="xs" variant="default" onClick={() => open(true)}>
              Return
            </Button>
          )}
        </Group>
      )}
      {isOpen && showsReturn && <ReturnTransit slip={slip} line={line} onClose={onToggle} />}
      {isOpen && !showsReturn && may.receive && (
        <ReceiveTransit slip={slip} line={line} opened={opened} onClose={onToggle} />
      )}
    </LineCard>
  )
}

/** Of the units that were shipped, those that are no longer in transit. */
function Where({ line: { shipped, accepted, rejected, returned, lost } }: { readonly line: TransitLine }) {
  const texts = [
    ['shipped', shipped],
    ['accepted', accepted],
    ['rejected', rejected],
    ['returned', returned],
    ['lost', lost],
  ] as const
  return texts
    .filter(([name, units]) => units > 0 || name === 'shipped')
    .map(([name, units], at) => (
      <span key={name}>
        {at > 0 && ', '}
        <Quantity of={units} /> {name}
      </span>
    ))
}

interface LineFormProps {
  readonly slip: string
  readonly line: TransitLine
  readonly onClose: () => void
}

type Received = Omit<Schemas['ReceiveTransitRequest']['lines'][number], 'lineNo' | 'recno'>

const receiptFields: Fields<Received> = {
  accepted: required(decimal('Accepted', 'accepted units')),
  spot: text('Spot'),
  rejected: decimal('Rejected', 'rejected units'),
  rejectedSpot: text('Spot for rejected units'),
  reasonCode: reason('in'),
}

const missingOf = ({ accepted, rejected = 0, reasonCode }: Received) => {
  if (accepted === 0 && !rejected) return 'accepted or rejected units'
  return rejected && reasonCode === undefined ? 'reason for the rejection' : undefined
}

export const RECEIVE = 'Receive'

/** Receives units of a line: the accepted ones into stock, the rejected ones on hold. */
function ReceiveTransit({
  slip,
  line: { lineNo, inTransit },
  opened: { scanned, ...opened },
  onClose,
}: LineFormProps & { readonly opened: Opening }) {
  return (
    <FieldsForm
      verb={RECEIVE}
      fields={receiptFields}
      initial={{ accepted: toTyped(inTransit) }}
      of={lineNo}
      {...opened}
      scanned={scanned?.units === undefined ? undefined : { accepted: scanned.units }}
      missingOf={missingOf}
      dryRun={async (typed: Received) => typed}
      send={(typed, key) => transits.step('Receive').send({ slip, lines: [{ ...typed, lineNo }] }, key)}
      showPlan={(typed) => <Outcome {...typed} inTransit={inTransit} />}
      showResult={({ status }) => `Transit status: ${status}.`}
      onClose={onClose}
      isCompact
    />
  )
}

function Outcome({ accepted, rejected, spot, inTransit }: Received & { readonly inTransit: number }) {
  const left = difference(inTransit, sum([accepted, rejected ?? 0]))
  return (
    <Text size="sm">
      Receives <Quantity of={accepted} />
      {spot && ` at ${spot}`}
      {rejected ? (
        <>
          , and <Quantity of={rejected} /> rejected units on hold
        </>
      ) : null}
      .{' '}
      {left < 0 ? (
        <>
          Only <Quantity of={inTransit} /> are in transit.
        </>
      ) : (
        <>
          <Quantity of={left} /> stay in transit.
        </>
      )}
    </Text>
  )
}

type Returned = Pick<Schemas['ReturnTransitRequest']['lines'][number], 'units' | 'spot'>

const returnFields: Fields<Returned> = { units: required(quantity()), spot: text('Spot') }

export const RETURN = 'Return'

/** Brings units of a line back to the warehouse that they came from. */
function ReturnTransit({ slip, line: { lineNo, inTransit }, onClose }: LineFormProps) {
  return (
    <FieldsForm
      verb={RETURN}
      fields={returnFields}
      of={lineNo}
      isAskedFor
      initial={{ units: toTyped(inTransit) }}
      dryRun={async (typed: Returned) => typed}
      send={(typed, key) => transits.step('Return').send({ slip, lines: [{ ...typed, lineNo }] }, key)}
      showPlan={({ units }) => (
        <Text size="sm">
          Returns <Quantity of={units} /> to the sending warehouse. <Quantity of={difference(inTransit, units)} /> stay
          in transit.
        </Text>
      )}
      showResult={({ status }) => `Transit status: ${status}.`}
      onClose={onClose}
      isCompact
    />
  )
}
