import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { issue } from '../../api/stock-writes.ts'
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
import { ItemLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'

const route = getRouteApi('/issue')
const blank = { units: '', reasonCode: '', spot: '', reference: '', recno: '', remark: '' }

/** Issues stock, first to expire first. */
export function Issue() {
  const { itemID = '', wid } = route.useSearch()
  const { values, set, bind, reset } = useFields({ ...blank, itemID, wid: wid === undefined ? '' : String(wid) })
  const units = parseDecimal(values.units)
  const missing = firstMissing([
    ['an item', values.itemID.trim() !== ''],
    ['the units', units !== undefined],
    ['the warehouse', values.wid !== ''],
    ['the reason', values.reasonCode !== ''],
  ])
  const { itemID: item, spot, reference, remark } = values
  const recno = values.recno === '' ? undefined : Number(values.recno)
  const body =
    missing !== undefined || units === undefined
      ? undefined
      : {
          itemID: item.trim(),
          units,
          wid: Number(values.wid),
          reasonCode: Number(values.reasonCode),
          ...withoutBlanks({ spot, reference, remark, recno }),
        }
  return (
    <Screen title="Issue">
      <GuardedForm
        verb="Issue"
        body={body}
        missing={missing}
        {...issue}
        showPreview={(preview) => <LotsPreview preview={preview} />}
        showAnswer={({ shortID, units: issued, transactionNo }) => (
          <Text size="sm">
            <Quantity of={issued} /> of <ItemLink shortID={shortID} /> were issued by transaction {transactionNo}.
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
              <TextInput label="Spot (optional)" maxLength={64} {...bind('spot', errors)} />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              <ReasonSelect
                direction="out"
                value={values.reasonCode}
                onChange={(code) => set('reasonCode', code)}
                error={errors.reasonCode?.join(', ')}
              />
              <TextInput label="Reference" maxLength={64} {...bind('reference', errors)} />
              <TextInput label="Only lot (optional)" inputMode="numeric" pattern="[0-9]*" {...bind('recno', errors)} />
            </SimpleGrid>
            <TextInput label="Remark" maxLength={255} {...bind('remark', errors)} />
          </>
        )}
      </GuardedForm>
    </Screen>
  )
}
