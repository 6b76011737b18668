import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { move } from '../../api/stock-writes.ts'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import { withoutBlanks } from '../../fold/without-blanks.ts'
import { Quantity } from '../../parts/figures.tsx'
import { firstMissing } from '../../parts/forms/first-missing.ts'
import { GuardedForm } from '../../parts/forms/guarded-form.tsx'
import { ItemInput } from '../../parts/forms/item-input.tsx'
import { LotsPreview } from '../../parts/forms/lots-preview.tsx'
import { QuantityInput } from '../../parts/forms/quantity-input.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { WarehouseSelect } from '../../parts/forms/warehouse-select.tsx'
import { ItemLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'

const route = getRouteApi('/move')
const blank = { units: '', fromSpot: '', toSpot: '', shipToWid: '', reference: '', recno: '' }

/** Moves stock to another spot or warehouse. */
export function Move() {
  const { itemID = '', wid } = route.useSearch()
  const { values, set, bind, reset } = useFields({ ...blank, itemID, wid: wid === undefined ? '' : String(wid) })
  const units = parseDecimal(values.units)
  const missing = firstMissing([
    ['an item', values.itemID.trim() !== ''],
    ['the units', units !== undefined],
    ['from which warehouse', values.wid !== ''],
    ['to which spot or warehouse', values.toSpot !== '' || values.shipToWid !== ''],
  ])
  const { itemID: item, fromSpot, toSpot, reference } = values
  const shipToWid = values.shipToWid === '' ? undefined : Number(values.shipToWid)
  const recno = values.recno === '' ? undefined : Number(values.recno)
  const body =
    missing !== undefined || units === undefined
      ? undefined
      : {
          itemID: item.trim(),
          units,
          wid: Number(values.wid),
          ...withoutBlanks({ fromSpot, toSpot, reference, shipToWid, recno }),
        }
  return (
    <Screen title="Move">
      <GuardedForm
        verb="Move"
        body={body}
        missing={missing}
        {...move}
        showPreview={(preview) => <LotsPreview preview={preview} />}
        showAnswer={({ shortID, units: moved, lots, toSpot: to }) => (
          <Text size="sm">
            <Quantity of={moved} /> of <ItemLink shortID={shortID} /> were moved{to && ` to ${to}`}, as{' '}
            {lots.length === 1 ? 'one lot' : `${lots.length} lots`}.
          </Text>
        )}
        onNext={() => reset({ wid: values.wid, toSpot: values.toSpot, shipToWid: values.shipToWid })}
      >
        {(errors) => (
          <>
            <ItemInput
              value={item}
              onChange={(value) => set('itemID', value)}
              error={errors.itemID?.join(', ')}
              autoFocus
            />
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              <QuantityInput {...bind('units', errors)} />
              <WarehouseSelect
                label="From warehouse"
                value={values.wid === '' ? undefined : Number(values.wid)}
                onChange={(chosen) => set('wid', chosen === undefined ? '' : String(chosen))}
                error={errors.wid?.join(', ')}
              />
              <TextInput label="From spot (optional)" maxLength={64} {...bind('fromSpot', errors)} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              <WarehouseSelect
                label="To warehouse"
                all="The same"
                value={shipToWid}
                onChange={(chosen) => set('shipToWid', chosen === undefined ? '' : String(chosen))}
                error={errors.shipToWid?.join(', ')}
              />
              <TextInput label="To spot" maxLength={64} {...bind('toSpot', errors)} />
              <TextInput label="Only lot (optional)" inputMode="numeric" pattern="[0-9]*" {...bind('recno', errors)} />
            </SimpleGrid>
            <TextInput label="Reference" maxLength={64} {...bind('reference', errors)} />
          </>
        )}
      </GuardedForm>
    </Screen>
  )
}
