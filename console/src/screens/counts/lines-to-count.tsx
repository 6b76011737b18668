import type { Cell, CountLine } from '../../api/orders/counts.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import { Quantity } from '../../parts/figures.tsx'
import { type Column, column } from '../../parts/tables/columns.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { RowButton } from '../../parts/tables/row-button.tsx'
import { None } from '../../parts/time.tsx'

interface LinesToCountProps {
  readonly countNo: string
  readonly lines: readonly CountLine[]
  readonly onChoose: ((cell: Cell) => void) | undefined
}

/** The lines of a blind count: where to look, and what was counted, without any figure of the books. */
export function LinesToCount({ countNo, lines, onChoose }: LinesToCountProps) {
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
        if (kept?.kind === 'count') return `${kept.body.counted}, waits`
        return line.counted === null ? <None /> : <Quantity of={line.counted} />
      },
    },
    column.text('State', 'state'),
    ...(onChoose
      ? [
          {
            title: 'Count',
            cell: ({ shortID, spot }: CountLine) => (
              <RowButton label={`Count ${shortID} at ${spot || 'no spot'}`} onClick={() => onChoose({ shortID, spot })}>
                Count
              </RowButton>
            ),
          },
        ]
      : []),
    column.wide('Description', 'description'),
  ]
  return (
    <PlainTable
      label="Lines"
      columns={columns}
      rows={lines}
      keyOf={({ lineNo }) => lineNo}
      empty="Nothing is to be counted."
      maxHeight={560}
    />
  )
}
