import { Button, Progress, Text } from '@mantine/core'
import type { Schemas } from '../../api/http/client.ts'
import type { WorkLine } from '../../api/orders/work-orders.ts'
import { useReasonCodes } from '../../api/stock/registries.ts'
import { issue } from '../../api/stock/stock-writes.ts'
import { useMay } from '../../app/session-context.ts'
import { difference } from '../../fold/decimal.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Fields, required } from '../../parts/forms/field.ts'
import { lot, quantity, reason, text } from '../../parts/forms/field-kinds.tsx'
import { FieldsForm } from '../../parts/forms/fields-form.tsx'
import { LotsPreview } from '../../parts/forms/lots-preview.tsx'
import { LineCard } from '../../parts/lines/line-card.tsx'

interface WorkLineCardProps {
  readonly woNo: string
  readonly line: WorkLine
  /** The order is finished. */
  readonly isClosed: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const openOf = ({ units, unitsCompleted }: WorkLine) => Math.max(0, difference(units, unitsCompleted))
export const isComplete = (line: WorkLine) => openOf(line) === 0

/** A component: what is still to be issued of it, and the form that does. */
export function WorkLineCard({ woNo, line, isClosed, isOpen, onToggle }: WorkLineCardProps) {
  const { lineNo, description, units, unitsCompleted, warehouseName } = line
  const mayIssue = useMay('issue')
  return (
    <LineCard
      line={line}
      note={`${description}, from ${warehouseName}`}
      open={
        <>
          <Quantity of={openOf(line)} /> open
        </>
      }
      of={
        <>
          <Quantity of={unitsCompleted} /> of <Quantity of={units} /> issued
        </>
      }
    >
      <Progress
        value={Math.min(100, (unitsCompleted / units) * 100)}
        size="xs"
        my={8}
        aria-label={`Issued of line ${lineNo}`}
      />
      {mayIssue && !isClosed && !isOpen && !isComplete(line) && (
        <Button size="xs" variant="default" onClick={onToggle}>
          Complete
        </Button>
      )}
      {isOpen && <CompleteLine woNo={woNo} line={line} onClose={onToggle} />}
    </LineCard>
  )
}

type Request = Schemas['IssueRequest']
type Typed = Pick<Request, 'units' | 'spot' | 'recno' | 'reasonCode'>

const fields: Fields<Typed> = {
  units: required(quantity()),
  spot: text('Spot (optional)'),
  recno: lot('Only lot (optional)'),
  reasonCode: required(reason('out')),
}

interface CompleteLineProps {
  readonly woNo: string
  readonly line: WorkLine
  readonly onClose: () => void
}

/** Issues a component to the order: all that is open of it, unless another quantity is typed. */
function CompleteLine({ woNo, line, onClose }: CompleteLineProps) {
  const usual = useReasonCodes().find(({ direction }) => direction === 'out')?.code
  const toRequest = (typed: Typed): Request => ({
    ...typed,
    itemID: line.shortID,
    wid: line.warehouse,
    reference: woNo,
    line: line.lineNo,
  })
  return (
    <FieldsForm
      verb="Complete"
      fields={fields}
      initial={{ units: String(openOf(line)) }}
      usual={usual === undefined ? {} : { reasonCode: String(usual) }}
      preview={(typed) => issue.preview(toRequest(typed))}
      send={(typed, key) => issue.send(toRequest(typed), key)}
      showPreview={(preview) => <LotsPreview preview={preview} />}
      showAnswer={({ units, transactionNo }) => (
        <Text size="sm">
          <Quantity of={units} /> were issued by transaction {transactionNo}.
        </Text>
      )}
      onClose={onClose}
      isCompact
    />
  )
}
