import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { shipTransit } from '../../api/orders/transits.ts'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import { sayMissing } from '../../fold/to-body.ts'
import { Quantity } from '../../parts/figures.tsx'
import { GuardedForm } from '../../parts/forms/guarded-form.tsx'
import { ItemInput } from '../../parts/forms/item-input.tsx'
import { WarehouseSelect } from '../../parts/forms/warehouse-select.tsx'
import { RouteAnchor } from '../../parts/links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'

interface Line {
  readonly itemID: string
  readonly units: number
}

/** Ships stock to another warehouse: scan the items, look at the slip, send it. */
export function ShipTransit() {
  const [wid, setWid] = useState<number>()
  const [shipToWid, setShipToWid] = useState<number>()
  const [reference, setReference] = useState('')
  const [lines, setLines] = useState<readonly Line[]>([])
  const open = [
    ...(wid === undefined ? ['from which warehouse'] : []),
    ...(shipToWid === undefined ? ['to which warehouse'] : []),
    ...(lines.length === 0 ? ['at least one line'] : []),
  ]
  const body =
    wid === undefined || shipToWid === undefined || lines.length === 0
      ? undefined
      : { wid, shipToWid, lines: [...lines], ...(reference.trim() && { reference: reference.trim() }) }
  const columns: readonly Column<Line>[] = [
    { title: 'Item', isWide: true, cell: ({ itemID }) => itemID },
    { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
  ]
  const removal: Column<Line> = {
    title: 'Remove',
    cell: (line) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Remove ${line.units} ${line.itemID}`}
        onClick={() => setLines(lines.filter((one) => one !== line))}
      >
        Remove
      </Button>
    ),
  }
  const tableOf = (label: string, shown: readonly Line[], shownColumns: readonly Column<Line>[]) => (
    <PlainTable
      label={label}
      columns={shownColumns}
      rows={shown}
      keyOf={(line) => `${line.itemID} ${line.units} ${shown.indexOf(line)}`}
      empty="No line yet."
    />
  )
  return (
    <Screen title="Ship to another warehouse">
      <Stack maw={720}>
        <AddLine onAdd={(line) => setLines([...lines, line])} />
        {tableOf('Lines of the slip', lines, [...columns, removal])}
      </Stack>
      <GuardedForm
        verb="Ship"
        body={body}
        missing={open.length > 0 ? sayMissing(open) : undefined}
        preview={async (wished) => wished}
        send={shipTransit}
        showPreview={(wished) => (
          <>
            <Text size="sm">
              These leave the stock of the first warehouse at once, and are in transit until the second receives them.
            </Text>
            {tableOf('Lines to ship', wished.lines, columns)}
          </>
        )}
        showAnswer={({ slip }) => (
          <Text size="sm">
            The transit is{' '}
            <RouteAnchor to="/transits/$slip" params={{ slip }} size="sm">
              {slip}
            </RouteAnchor>
            .
          </Text>
        )}
        onNext={() => setLines([])}
      >
        {(errors) => (
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
            <WarehouseSelect label="From warehouse" value={wid} onChange={setWid} error={errors.wid?.join(', ')} />
            <WarehouseSelect
              label="To warehouse"
              value={shipToWid}
              onChange={setShipToWid}
              error={errors.shipToWid?.join(', ')}
            />
            <TextInput
              label="Reference"
              maxLength={64}
              value={reference}
              onChange={(event) => setReference(event.currentTarget.value)}
              error={errors.reference?.join(', ')}
            />
          </SimpleGrid>
        )}
      </GuardedForm>
    </Screen>
  )
}

/** A scanner types the item and Enter, then the units and Enter. */
function AddLine({ onAdd }: { readonly onAdd: (line: Line) => void }) {
  const [itemID, setItemID] = useState('')
  const [typed, setTyped] = useState('1')
  const units = parseDecimal(typed)
  const isComplete = itemID.trim() !== '' && units !== undefined && units > 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isComplete) return
        onAdd({ itemID: itemID.trim(), units })
        setItemID('')
        setTyped('1')
      }}
    >
      <Group align="end" gap="sm" wrap="nowrap">
        <div style={{ flexGrow: 1 }}>
          <ItemInput value={itemID} onChange={setItemID} autoFocus />
        </div>
        <TextInput
          label="Units"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          w={90}
        />
        <Button type="submit" variant="default" disabled={!isComplete} style={{ flexShrink: 0 }}>
          Add
        </Button>
      </Group>
    </form>
  )
}
