import { Button, Text } from '@mantine/core'
import { useWarehouseName } from '../../api/registries.ts'
import { useMay } from '../../api/session-context.ts'
import { Quantity } from '../../components/figures.tsx'
import { LineCard } from '../../components/lines/line-card.tsx'
import type { Toggle } from '../../components/lines/line-list.tsx'
import { sum } from '../../fold/decimal.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import { ReceiveLine } from './receive-line.tsx'
import type { PurchaseLine } from './requests.ts'

interface PurchaseLineCardProps {
  readonly poNo: string
  readonly line: PurchaseLine
  readonly toggle: Toggle
}

/** A line: what is open of it, and the form that receives against it. */
export function PurchaseLineCard({ poNo, line, toggle: { isOpen, onToggle, opened } }: PurchaseLineCardProps) {
  const { lineNo, units, unitsReceived, unitsOpen, warehouse, closedShort, reason } = line
  const nameOf = useWarehouseName()
  const waiting = useKeptWrites()
    .flatMap((write) => (write.kind === 'receipt' && write.state === 'waiting' ? [write.body] : []))
    .filter((body) => body.reference === poNo && body.line === lineNo)
  const mayReceive = useMay('positiveAdjustment')
  return (
    <LineCard
      line={line}
      note={
        <>
          To {nameOf(warehouse)}
          {closedShort && `, closed short${reason ? `: ${reason}` : ''}`}
        </>
      }
      open="open"
      openUnits={unitsOpen}
      progress={{ name: 'Received', done: unitsReceived, all: units }}
    >
      {waiting.length > 0 && (
        <Text size="sm" c="var(--ink-warn)" mb="xs">
          Waiting for signal: <Quantity of={sum(waiting.map((body) => body.units))} />
        </Text>
      )}
      {mayReceive && unitsOpen > 0 && !isOpen && (
        <Button size="xs" variant="default" onClick={onToggle}>
          Receive
        </Button>
      )}
      {mayReceive && isOpen && <ReceiveLine poNo={poNo} line={line} opened={opened} onClose={onToggle} />}
    </LineCard>
  )
}
