import { Button, Group, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { type OrderedLine, toLines, toText } from '../../fold/order-lines.ts'
import { type Column, column } from '../tables/columns.tsx'
import { PlainTable } from '../tables/plain-table.tsx'
import { RowButton } from '../tables/row-button.tsx'
import { type Field, type InputProps, required } from './fields.tsx'
import { ItemInput } from './item-input.tsx'
import { parseTyped, readingOf } from './typed-number.ts'

/** The lines of a new order or slip: items and units. */
export const orderedLines: Field<OrderedLine[]> & { readonly isRequired: true } = required({
  name: 'at least one line',
  isRequired: true,
  isWide: true,
  parse: toLines,
  input: (props) => <LinesInput {...props} />,
})

/** A scanner types the item, then the units and Enter. */
function LinesInput({ value, onChange, autoFocus }: InputProps) {
  const [itemID, setItemID] = useState('')
  const [typed, setTyped] = useState('1')
  const unitsInput = useRef<HTMLInputElement>(null)
  const given = toLines(value) ?? []
  const units = parseTyped(typed)
  const isComplete = itemID.trim() !== '' && units !== undefined && units > 0
  const add = () => {
    if (!isComplete) return
    onChange(toText([...given, { itemID: itemID.trim(), units }]))
    setItemID('')
    setTyped('1')
  }
  const removal: Column<OrderedLine> = {
    title: 'Remove',
    cell: (line) => (
      <RowButton
        label={`Remove ${line.units} ${line.itemID}`}
        onClick={() => onChange(toText(given.filter((one) => one !== line)))}
      >
        Remove
      </RowButton>
    ),
  }
  return (
    <>
      <Group align="end" gap="sm" wrap="nowrap" mb="sm">
        <div style={{ flexGrow: 1 }}>
          <ItemInput
            value={itemID}
            onChange={setItemID}
            autoFocus={autoFocus}
            isOptional
            onSaid={({ units: said }) => said !== undefined && setTyped(said)}
            onDone={() => unitsInput.current?.select()}
          />
        </div>
        <TextInput
          ref={unitsInput}
          label="Units"
          description={readingOf(typed).reading}
          error={readingOf(typed).fault}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          w={90}
        />
        <Button variant="default" disabled={!isComplete} onClick={add} style={{ flexShrink: 0 }}>
          Add
        </Button>
      </Group>
      <LinesTable label="Lines so far" rows={given} more={[removal]} />
    </>
  )
}

interface LinesTableProps {
  readonly label: string
  readonly rows: readonly OrderedLine[]
  readonly more?: readonly Column<OrderedLine>[]
}

export function LinesTable({ label, rows, more = [] }: LinesTableProps) {
  return (
    <PlainTable
      label={label}
      columns={[...columns, ...more]}
      rows={rows}
      keyOf={(line) => `${line.itemID} ${line.units} ${rows.indexOf(line)}`}
      empty="No line yet."
    />
  )
}

const columns: readonly Column<OrderedLine>[] = [column.wide('Item', 'itemID'), column.quantity('Units', 'units')]
