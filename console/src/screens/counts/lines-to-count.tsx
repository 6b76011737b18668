import type { CountLine } from '../../api/documents.ts'
import { Quantity } from '../../components/figures.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { None } from '../../components/time.tsx'
import { toText } from '../../fold/person-numbers.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import { CountedField } from './counted-field.tsx'

interface LinesToCountProps {
  readonly countNo: string
  readonly lines: readonly CountLine[]
  /** What was counted can be typed beside each line. */
  readonly isOpen: boolean
}

/** The lines of a blind count: where to look, and what was counted, without any figure of the books. */
export function LinesToCount({ countNo, lines, isOpen }: LinesToCountProps) {
  const waiting = useKeptWrites().filter((write) => write.state === 'waiting')
  const waitingOf = ({ shortID, spot }: CountLine) =>
    waiting.findLast(
      (write) =>
        write.kind === 'count' &&
        write.countNo === countNo &&
        write.body.itemID?.toLowerCase() === shortID.toLowerCase() &&
        (write.body.spot ?? '') === spot,
    )
  const columns: readonly Column<CountLine>[] = [
    column.optional('Spot', 'spot'),
    column.item('Item', 'shortID'),
    {
      title: 'Counted',
      isNumber: true,
      cell: (line) => {
        const kept = waitingOf(line)
        const waits = kept?.kind === 'count' ? kept.body.counted : undefined
        if (isOpen) return <CountedField countNo={countNo} line={line} waits={waits} />
        if (waits !== undefined) return `${toText(waits)}, waits`
        return line.counted === null ? <None /> : <Quantity of={line.counted} />
      },
    },
    column.text('State', 'state'),
    column.wide('Description', 'description'),
  ]
  return (
    <form aria-label="Lines to count" onSubmit={(event) => event.preventDefault()}>
      <PlainTable
        label="Lines"
        columns={columns}
        rows={lines}
        keyOf={({ lineNo }) => lineNo}
        empty="The books have nothing there. What is found is entered above."
        maxHeight={560}
      />
    </form>
  )
}
