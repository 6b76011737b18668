import { type KeyboardEvent, useRef } from 'react'
import type { CountLine } from '../../api/documents.ts'
import { messageOf } from '../../api/http/client.ts'
import { Quantity } from '../../components/figures.tsx'
import { useDraft } from '../../components/forms/use-draft.ts'
import { NumberInput } from '../../components/inputs/number-input.tsx'
import { NOTE_LAST } from '../../components/inputs/registry-selects.tsx'
import { parseTyped } from '../../components/inputs/typed-number.ts'
import { focusNextEmpty } from '../../components/scans/scanner.ts'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { None } from '../../components/time.tsx'
import { toText, toTyped } from '../../fold/person-numbers.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import { type SentCount, useCountEntry } from './use-count-entry.ts'

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
        if (waits !== undefined) return `${toText(waits)}, not sent yet`
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
        empty="No stock on record here. Enter what you find above."
        maxHeight={560}
      />
    </form>
  )
}

interface CountedFieldProps {
  readonly countNo: string
  readonly line: CountLine
  /** What was counted and waits on the device. */
  readonly waits: number | undefined
}

/** What was counted of a line: it is saved when the field is left, and Enter leads to the next empty one. */
function CountedField({ countNo, line, waits }: CountedFieldProps) {
  const { shortID, spot } = line
  const draft = useDraft<SentCount>({ verb: 'Count', of: `${shortID} at ${spot}` })
  /** Absent: the field shows the quantity already counted. */
  const { counted: typed } = draft.texts
  const latest = useRef(typed)
  const forget = () => {
    latest.current = undefined
    draft.startAnew({})
  }
  const { save } = useCountEntry(countNo, draft.sent, (counted) => {
    if (parseTyped(latest.current ?? '') === counted) forget()
  })
  const saved = waits ?? line.counted
  const leave = () => {
    const counted = parseTyped(typed ?? '')
    if (typed === '' || (counted !== undefined && counted === saved)) return forget()
    if (counted === undefined) return
    save.mutate({ body: { itemID: shortID, spot, counted }, key: crypto.randomUUID() })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.currentTarget.blur()
    focusNextEmpty(event.currentTarget)
  }
  return (
    <NumberInput
      aria-label={`Counted quantity of ${shortID} at ${spot || 'no spot'}`}
      size="xs"
      w={120}
      value={typed ?? (saved === null ? '' : toTyped(saved))}
      onChange={(text) => {
        latest.current = text
        draft.type({ counted: text })
      }}
      onBlur={leave}
      onKeyDown={onKeyDown}
      description={typed === undefined && waits !== undefined ? 'Not sent yet' : undefined}
      error={save.error && messageOf(save.error)}
      inputWrapperOrder={NOTE_LAST}
    />
  )
}
