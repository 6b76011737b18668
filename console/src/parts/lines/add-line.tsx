import { Button, Group, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ItemInput } from '../inputs/item-input.tsx'
import { parseTyped, readingOf } from '../inputs/typed-number.ts'

interface AddLineProps {
  readonly autoFocus: boolean
  readonly onAdd: (itemID: string, units: string) => void
}

/** One more line: a scanner types the item, then the units and Enter. */
export function AddLine({ autoFocus, onAdd }: AddLineProps) {
  const [itemID, setItemID] = useState('')
  const [typed, setTyped] = useState('1')
  const unitsInput = useRef<HTMLInputElement>(null)
  const units = parseTyped(typed)
  const isComplete = itemID.trim() !== '' && units !== undefined && units > 0
  const add = () => {
    if (!isComplete) return
    onAdd(itemID.trim(), String(units))
    setItemID('')
    setTyped('1')
  }
  return (
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
  )
}
