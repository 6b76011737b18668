import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Fields, reason, remark, required } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { useHasDraft } from '../../components/forms/use-draft.ts'
import { Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { isUnderWay, type TransitLine, transits } from './requests.ts'

interface CloseTransitProps {
  readonly slip: string
  readonly mayClose: boolean
  readonly lines: readonly TransitLine[]
}

interface Wish {
  readonly reasonCode: number
  readonly remark?: string
}

/** What was lost was not sold. */
const OF_LOSSES = /\blos[st]|shrink|write.?off/i
const fields: Fields<Wish> = { reasonCode: required(reason('out', 'Reason', OF_LOSSES)), remark }

const WRITE_OFF = 'Write off'

/** Writes off what did not arrive. */
export function CloseTransit({ slip, mayClose, lines }: CloseTransitProps) {
  const [isOpen, setIsOpen] = useState(useHasDraft()(WRITE_OFF))
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
        verb={WRITE_OFF}
        fields={fields}
        dryRun={async () => lines.filter(isUnderWay)}
        send={(wish: Wish, key) => transits.step('Close').send({ slip, ...wish }, key)}
        showPlan={(lost) => <LinesToWriteOff rows={lost} />}
        showResult={({ status }) => `The transit is now: ${status}.`}
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
