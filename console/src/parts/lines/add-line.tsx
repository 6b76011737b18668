import { Button, Group, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useDraft } from '../forms/use-draft.ts'
import { ItemInput } from '../inputs/item-input.tsx'
import { parseTyped, readingOf } from '../inputs/typed-number.ts'

interface AddLineProps {
  readonly autoFocus: boolean
  readonly onAdd: (itemID: string, units: string) => void
}

const BLANK = { itemID: '', units: '1' }

/** One more line: a scanner types the item, then the units and Enter. */
export function AddLine({ autoFocus, onAdd }: AddLineProps) {
  const { texts, type, startAnew } = useDraft({ verb: 'Add', initial: BLANK })
  const { itemID = '', units: typed = '' } = texts
  const unitsInput = useRef<HTMLInputElement>(null)
  const units = parseTyped(typed)
  const isComplete = itemID.trim() !== '' && units !== undefined && units > 0
  const add = () => {
    if (!isComplete) return
    onAdd(itemID.trim(), String(units))
    startAnew(BLANK)
  }
  return (
    <Group align="end" gap="sm" wrap="nowrap" mb="sm">
      <div style={{ flexGrow: 1 }}>
        <ItemInput
          value={itemID}
          onChange={(text) => type({ itemID: text })}
          autoFocus={autoFocus}
          isOptional
          onSaid={({ units: said }) => said !== undefined && type({ units: said })}
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
        onChange={(event) => type({ units: event.currentTarget.value })}
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
  )
}
