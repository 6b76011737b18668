import { Button } from '@mantine/core'
import type { WorkLine } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { useMay } from '../../api/session-context.ts'
import { issue } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import { type Fields, lot, quantity, reasonOfLine, required, text } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { LotsPlan } from '../../components/forms/stock-plan.tsx'
import { LineCard } from '../../components/lines/line-card.tsx'
import type { Opening, Toggle } from '../../components/lines/line-list.tsx'
import { difference } from '../../fold/decimal.ts'
import { toTyped } from '../../fold/person-numbers.ts'

interface WorkLineCardProps {
  readonly woNo: string
  readonly line: WorkLine
  /** The order is finished. */
  readonly isClosed: boolean
  readonly toggle: Toggle
}

const openOf = ({ units, unitsCompleted }: WorkLine) => Math.max(0, difference(units, unitsCompleted))
export const isComplete = (line: WorkLine) => openOf(line) === 0

/** A component: what is still to be issued of it, and the form that does. */
export function WorkLineCard({ woNo, line, isClosed, toggle: { isOpen, onToggle, opened } }: WorkLineCardProps) {
  const { description, units, unitsCompleted, warehouseName } = line
  const mayIssue = useMay('negativeAdjustment')
  return (
    <LineCard
      line={line}
      note={`${description}, from ${warehouseName}`}
      open="open"
      openUnits={openOf(line)}
      progress={{ name: 'Issued', done: unitsCompleted, all: units }}
    >
      {mayIssue && !isClosed && !isOpen && !isComplete(line) && (
        <Button size="xs" variant="default" onClick={onToggle}>
          Complete
        </Button>
      )}
      {mayIssue && isOpen && <CompleteLine woNo={woNo} line={line} opened={opened} onClose={onToggle} />}
    </LineCard>
  )
}

type Request = Schemas['IssueRequest'] & { readonly units: number }
type Typed = Pick<Request, 'units' | 'spot' | 'serial' | 'serial2' | 'recno' | 'reasonCode'>

/** A component is used up by the work. */
const OF_WORK = /produc|manufactur|assembl|\bwork|consum/i

const fields: Fields<Typed> = {
  units: required(quantity()),
  spot: text('Spot (optional)'),
  serial: text('Serial or lot (optional)'),
  serial2: text('Secondary number (optional)'),
  recno: lot('Specific lot (optional)'),
  reasonCode: required(reasonOfLine('out', OF_WORK)),
}

export const COMPLETE = 'Complete'

interface CompleteLineProps {
  readonly woNo: string
  readonly line: WorkLine
  readonly opened: Opening
  readonly onClose: () => void
}

/** Issues a component to the order: all that is open of it, unless another quantity is typed. */
function CompleteLine({ woNo, line, opened, onClose }: CompleteLineProps) {
  const toRequest = (typed: Typed): Request => ({
    ...typed,
    itemID: line.shortID,
    wid: line.warehouse,
    reference: woNo,
    line: line.lineNo,
  })
  return (
    <FieldsForm
      verb={COMPLETE}
      fields={fields}
      itemID={line.shortID}
      initial={{ units: toTyped(openOf(line)) }}
      of={line.lineNo}
      {...opened}
      {...typedAs(issue, toRequest)}
      showPlan={(dryRun) => <LotsPlan dryRun={dryRun} />}
      showResult={({ units, transactionNo }) => (
        <>
          Issued <Quantity of={units} /> by transaction {transactionNo}.
        </>
      )}
      onClose={onClose}
      isCompact
    />
  )
}
