import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay, useSession } from '../../api/access/session-context.ts'
import type { TransitLine } from '../../api/orders/transits.ts'
import { Quantity } from '../../parts/figures.tsx'
import { LineCard } from '../../parts/lines/line-card.tsx'
import type { Toggle } from '../../parts/lines/line-list.tsx'
import { LotLink } from '../../parts/record-links.tsx'
import { ReceiveTransit } from './receive-transit.tsx'
import { ReturnTransit } from './return-transit.tsx'

interface TransitLineCardProps {
  readonly slip: string
  readonly ends: { readonly wid: number; readonly shipToWid: number }
  readonly line: TransitLine
  readonly toggle: Toggle
}

/** A line: where its units are, and the forms that receive or return them. */
export function TransitLineCard({ slip, ends, line, toggle: { isOpen, onToggle, said } }: TransitLineCardProps) {
  const { description, inTransit, lots } = line
  const { warehouses } = useSession()
  const has = (wid: number) => warehouses === 'all' || warehouses.includes(wid)
  const mayReceive = useMay('receiveTransits') && has(ends.shipToWid)
  const mayReturn = useMay('shipTransits') && has(ends.wid)
  const [isReturn, setIsReturn] = useState(false)
  const showsReturn = mayReturn && (isReturn || !mayReceive)
  const open = (wantsReturn: boolean) => {
    setIsReturn(wantsReturn)
    onToggle()
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
      {inTransit > 0 && !isOpen && (
        <Group gap="xs" mt="xs">
          {mayReceive && (
            <Button size="xs" variant="default" onClick={() => open(false)}>
              Receive
            </Button>
          )}
          {mayReturn && (
            <Button size="xs" variant="default" onClick={() => open(true)}>
              Return
            </Button>
          )}
        </Group>
      )}
      {isOpen && showsReturn && <ReturnTransit slip={slip} line={line} onClose={() => open(false)} />}
      {isOpen && !showsReturn && mayReceive && (
        <ReceiveTransit slip={slip} line={line} said={said} onClose={onToggle} />
      )}
    </LineCard>
  )
}

/** Of the units that were shipped, those that are no longer in transit. */
function Where({ line: { shipped, accepted, rejected, returned, lost } }: { readonly line: TransitLine }) {
  const parts = [
    ['shipped', shipped],
    ['accepted', accepted],
    ['rejected', rejected],
    ['returned', returned],
    ['lost', lost],
  ] as const
  return parts
    .filter(([name, units]) => units > 0 || name === 'shipped')
    .map(([name, units], at) => (
      <span key={name}>
        {at > 0 && ', '}
        <Quantity of={units} /> {name}
      </span>
    ))
}
