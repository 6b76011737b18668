import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { api, bodyOf, type Schemas } from '../../api/client.ts'
import { hold, release } from '../../api/stock-writes.ts'
import { difference } from '../../fold/decimal.ts'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import { withoutBlanks } from '../../fold/without-blanks.ts'
import { Quantity } from '../../parts/figures.tsx'
import { firstMissing } from '../../parts/forms/first-missing.ts'
import { GuardedForm } from '../../parts/forms/guarded-form.tsx'
import { QuantityInput } from '../../parts/forms/quantity-input.tsx'
import { ReasonSelect } from '../../parts/forms/reason-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ItemLink, LotLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'

const route = getRouteApi('/hold')
type Lot = Schemas['LotDetails']
type Request = Schemas['HoldRequest']
type Done = Schemas['HoldAnswer'] | Schemas['ReleaseAnswer']

const readLot = ({ recno }: Request) => bodyOf(api.GET('/Inventory/Lot/{recno}', { params: { path: { recno } } }))

/** Does what the preview said, also when it is sent again. */
const send = (request: Request, key: string, lot: Lot): Promise<Done> =>
  lot.hold ? release(request, key) : hold(request, key)

/** Puts a lot, or a part of it, on hold; a lot that is on hold is released. */
export function Hold() {
  const { recno } = route.useSearch()
  const blank = { units: '', reasonCode: '', remark: '', recno: recno === undefined ? '' : String(recno) }
  const { values, set, bind, reset } = useFields(blank)
  const units = parseDecimal(values.units)
  const isLot = /^\d+$/.test(values.recno.trim())
  const missing = firstMissing([
    ['the number of a lot', isLot],
    ['a quantity like 12.5, or nothing for the whole lot', values.units.trim() === '' || units !== undefined],
  ])
  const reasonCode = values.reasonCode === '' ? undefined : Number(values.reasonCode)
  const body =
    missing === undefined
      ? { recno: Number(values.recno), ...withoutBlanks({ units, reasonCode, remark: values.remark }) }
      : undefined
  return (
    <Screen title="Hold or release">
      <GuardedForm
        verb="Hold or release"
        body={body}
        missing={missing}
        preview={readLot}
        send={send}
        showPreview={(lot, request) => <HoldPreview lot={lot} units={request.units ?? lot.units} />}
        showAnswer={({ recNo, shortID, units: concerned, status }) => (
          <Text size="sm">
            Lot <LotLink recNo={recNo} /> with <Quantity of={concerned} /> of <ItemLink shortID={shortID} />: {status}.
          </Text>
        )}
        onNext={() => reset({ recno: '' })}
      >
        {(errors) => (
          <>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              <TextInput label="Lot" inputMode="numeric" autoFocus {...bind('recno', errors)} />
              <QuantityInput label="Units (the whole lot if blank)" {...bind('units', errors)} />
            </SimpleGrid>
            <ReasonSelect
              isOptional
              value={values.reasonCode}
              onChange={(code) => set('reasonCode', code)}
              error={errors.reasonCode?.join(', ')}
            />
            <TextInput label="Remark" maxLength={255} {...bind('remark', errors)} />
          </>
        )}
      </GuardedForm>
    </Screen>
  )
}

function HoldPreview({ lot, units }: { readonly lot: Lot; readonly units: number }) {
  const rest = difference(lot.units, units)
  return (
    <Text size="sm">
      <b>{lot.hold ? 'Releases' : 'Holds'} </b>
      <Quantity of={units} /> of <ItemLink shortID={lot.shortID} /> ({lot.description}), lot{' '}
      <LotLink recNo={lot.recNo} /> in {lot.warehouse} {lot.spot}.{' '}
      {rest > 0 && (
        <>
          They become a lot of their own; <Quantity of={rest} /> stay as they are.
        </>
      )}
      {rest < 0 && (
        <>
          The lot has only <Quantity of={lot.units} />.
        </>
      )}
    </Text>
  )
}
