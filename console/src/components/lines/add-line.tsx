import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import type { SheetRow } from '../../fold/lines/sheet.ts'
import { toTyped } from '../../fold/person-numbers.ts'
import { useDraft } from '../forms/use-draft.ts'
import { ItemInput } from '../inputs/item-input.tsx'
import { NumberInput } from '../inputs/number-input.tsx'
import { WarehouseSelect } from '../inputs/registry-selects.tsx'
import { parseTyped } from '../inputs/typed-number.ts'

interface AddLineProps {
  readonly autoFocus: boolean
  /** The line may have a warehouse of its own. */
  readonly hasWarehouse: boolean
  readonly onAdd: (row: SheetRow['cells']) => void
}

const BLANK = { itemID: '', units: '1' }

/** One more line: a scanner types the item, then the units and Enter. */
export function AddLine({ autoFocus, hasWarehouse, onAdd }: AddLineProps) {
  const { texts, type, startAnew } = useDraft({ verb: 'Add', initial: BLANK })
  const { itemID = '', units: typed = '' } = texts
  const [wid, setWid] = useState<number>()
  const unitsInput = useRef<HTMLInputElement>(null)
  const units = parseTyped(typed)
  const isComplete = itemID.trim() !== '' && units !== undefined && units > 0
  const add = () => {
    if (!isComplete) return
    onAdd({ item: itemID.trim(), units: toTyped(units), ...(wid !== undefined && { warehouse: String(wid) }) })
    startAnew(BLANK)
  }
  return (
    <Group align="end" gap="sm" wrap={hasWarehouse ? 'wrap' : 'nowrap'} mb="sm">
      <div style={{ flex: '1 1 200px' }}>
        <ItemInput
          value={itemID}
          onChange={(text) => type({ itemID: text })}
          autoFocus={autoFocus}
          isOptional
          onSaid={({ units: said }) => said !== undefined && type({ units: said })}
          fields={Object.keys(BLANK)}
          onDone={() => unitsInput.current?.select()}
        />
      </div>
      <NumberInput
        inputRef={unitsInput}
        label="Units"
        value={typed}
        onChange={(text) => type({ units: text })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
        w={90}
      />
      {hasWarehouse && <WarehouseSelect label="Warehouse" all="Same as order" isFilter value={wid} onChange={setWid} />}
      <Button variant="default" disabled={!isComplete} onClick={add} style={{ flexShrink: 0 }}>
        Add
      </Button>
    </Group>
  )
}
