import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { receive } from '../../api/stock-writes.ts'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import { withoutBlanks } from '../../fold/without-blanks.ts'
import { Quantity } from '../../parts/figures.tsx'
import { firstMissing } from '../../parts/forms/first-missing.ts'
import { GuardedForm } from '../../parts/forms/guarded-form.tsx'
import { ItemInput } from '../../parts/forms/item-input.tsx'
import { LotsPreview } from '../../parts/forms/lots-preview.tsx'
import { QuantityInput } from '../../parts/forms/quantity-input.tsx'
import { ReasonSelect } from '../../parts/forms/reason-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { WarehouseSelect } from '../../parts/forms/warehouse-select.tsx'
import { ItemLink, LotLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'

const route = getRouteApi('/receive')
const blank = { units: '', reasonCode: '', spot: '', reference: '', serial: '', expires: '', price: '', remark: '' }

/** Receives stock as a new lot. */
export function Receive() {
  const { itemID = '', wid } = route.useSearch()
  const { values, set, bind, reset } = useFields({ ...blank, itemID, wid: wid === undefined ? '' : String(wid) })
  const units = parseDecimal(values.units)
  const price = parseDecimal(values.price)
  const missing = firstMissing([
    ['an item', values.itemID.trim() !== ''],
    ['the units', units !== undefined],
    ['the warehouse', values.wid !== ''],
    ['the reason', values.reasonCode !== ''],
    ['a price like 12.5', values.price === '' || price !== undefined],
  ])
  const { itemID: item, spot, reference, serial, expires, remark } = values
  const body =
    missing !== undefined || units === undefined
      ? undefined
      : {
          itemID: item.trim(),
          units,
          wid: Number(values.wid),
          reasonCode: Number(values.reasonCode),
          ...withoutBlanks({ spot, reference, serial, expires, remark, price }),
        }
  return (
    <Screen title="Receive">
      <GuardedForm
        verb="Receive"
        body={body}
        missing={missing}
        {...receive}
        showPreview={(preview) => <LotsPreview preview={{ ...preview, passedOver: [] }} />}
        showAnswer={({ recNo, shortID, units: received, spot: to }) => (
          <Text size="sm">
            <Quantity of={received} /> of <ItemLink shortID={shortID} /> are lot <LotLink recNo={recNo} />
            {to && ` in ${to}`}.
          </Text>
        )}
        onNext={() => reset({ wid: values.wid, reasonCode: values.reasonCode, reference: values.reference })}
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
                value={values.wid === '' ? undefined : Number(values.wid)}
                onChange={(chosen) => set('wid', chosen === undefined ? '' : String(chosen))}
                error={errors.wid?.join(', ')}
              />
              <TextInput label="Spot" maxLength={64} {...bind('spot', errors)} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              <ReasonSelect
                direction="in"
                value={values.reasonCode}
                onChange={(code) => set('reasonCode', code)}
                error={errors.reasonCode?.join(', ')}
              />
              <TextInput label="Reference" maxLength={64} {...bind('reference', errors)} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              <TextInput label="Serial or lot number" maxLength={64} {...bind('serial', errors)} />
              <TextInput label="Expires (day, UTC)" type="date" {...bind('expires', errors)} />
              <TextInput label="Unit cost" inputMode="decimal" {...bind('price', errors)} />
            </SimpleGrid>
            <TextInput label="Remark" maxLength={255} {...bind('remark', errors)} />
          </>
        )}
      </GuardedForm>
    </Screen>
  )
}
