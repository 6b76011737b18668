import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { closeTransit, type TransitLine } from '../../api/orders/transits.ts'
import { useMay, useSession } from '../../app/session-context.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Fields, required } from '../../parts/forms/field.ts'
import { reason, remark } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { Section } from '../../parts/section.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'

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
  const isUnderWay = lines.some(({ inTransit }) => inTransit > 0)
  if (!isOpen && !(mayClose && isUnderWay)) return null
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
        preview={async () => lines.filter(({ inTransit }) => inTransit > 0)}
        send={(wish: Wish, key) => closeTransit(slip, wish.reasonCode, wish.remark ?? '', key)}
        showPreview={(lost) => (
          <PlainTable
            label="Lines to write off"
            columns={columns}
            rows={lost}
            keyOf={({ lineNo }) => lineNo}
            empty="No line."
          />
        )}
        showAnswer={({ status }) => <Text size="sm">The transit is now: {status}.</Text>}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  )
}

const columns: readonly Column<TransitLine>[] = [
  { title: 'Line', isNumber: true, cell: ({ lineNo }) => lineNo },
  { title: 'Item', isWide: true, cell: ({ shortID }) => shortID },
  { title: 'Lost', isNumber: true, cell: ({ inTransit }) => <Quantity of={inTransit} /> },
]
