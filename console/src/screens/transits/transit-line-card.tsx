import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Quantity } from '../../components/figures.tsx'
import { useHasDraft } from '../../components/forms/use-draft.ts'
import { LineCard } from '../../components/lines/line-card.tsx'
import type { Toggle } from '../../components/lines/line-list.tsx'
import { LotLink } from '../../components/record-links.tsx'
import { ReceiveTransit } from './receive-transit.tsx'
import type { TransitLine } from './requests.ts'
import { RETURN, ReturnTransit } from './return-transit.tsx'

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
