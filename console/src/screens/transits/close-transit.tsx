import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay, useSession } from '../../api/access/session-context.ts'
import { closeTransit, isUnderWay, type TransitLine } from '../../api/orders/transits.ts'
import { type Fields, reason, remark, required } from '../../parts/forms/fields.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { Section } from '../../parts/section.tsx'
import { column } from '../../parts/tables/columns.tsx'
import { plainTable } from '../../parts/tables/plain-table.tsx'

interface CloseTransitProps {
  readonly slip: string
  readonly shipToWid: number
  readonly lines: readonly TransitLine[]
}

interface Wish {
  readonly reasonCode: number
  readonly remark?: string
}

const fields: Fields<Wish> = { reasonCode: required(reason('out')), remark }

/** Writes off what did not arrive. */
export function CloseTransit({ slip, shipToWid, lines }: CloseTransitProps) {
  const { warehouses } = useSession()
  const mayClose = useMay('receiveTransits') && (warehouses === 'all' || warehouses.includes(shipToWid))
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !(mayClose && lines.some(isUnderWay))) return null
  if (!isOpen)
    return (
      <Button variant="default" w="fit-content" onClick={() => setIsOpen(true)}>
        Close with a loss…
      </Button>
    )
  return (
    <Section title="Close with a loss">
      <FieldsForm
        verb="Write off"
        fields={fields}
        preview={async () => lines.filter(isUnderWay)}
        send={(wish: Wish, key) => closeTransit({ slip, ...wish }, key)}
        showPreview={(lost) => <LinesToWriteOff rows={lost} />}
        showAnswer={({ status }) => `The transit is now: ${status}.`}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  )
}

const LinesToWriteOff = plainTable<TransitLine>('Lines to write off', 'No line.', ({ lineNo }) => lineNo, [
  column.number('Line', 'lineNo'),
  column.wide('Item', 'shortID'),
  column.quantity('Lost', 'inTransit'),
])
