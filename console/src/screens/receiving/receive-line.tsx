import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { PurchaseLine } from '../../api/orders.ts'
import { useReasonCodes } from '../../api/registries.ts'
import { receive } from '../../api/stock-writes.ts'
import { useSession } from '../../app/session-context.ts'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import { withoutBlanks } from '../../fold/without-blanks.ts'
import { keep } from '../../outbox/outbox.ts'
import { Quantity } from '../../parts/figures.tsx'
import { firstMissing } from '../../parts/forms/first-missing.ts'
import { GuardedForm } from '../../parts/forms/guarded-form.tsx'
import { LotsPreview } from '../../parts/forms/lots-preview.tsx'
import { QuantityInput } from '../../parts/forms/quantity-input.tsx'
import { ReasonSelect } from '../../parts/forms/reason-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { LotLink } from '../../parts/record-links.tsx'

interface ReceiveLineProps {
  readonly poNo: string
  readonly line: PurchaseLine
  readonly onClose: () => void
}

/** Receives against a line: all that is open of it, unless another quantity is typed. */
export function ReceiveLine({ poNo, line, onClose }: ReceiveLineProps) {
  const { lineNo, shortID, unitsOpen, warehouse } = line
  const session = useSession()
  const fields = useFields({ units: String(unitsOpen), spot: '', serial: '', expires: '', reasonCode: '' })
  const { values, set, bind } = fields
  const usual = useReasonCodes().find(({ direction }) => direction === 'in')?.code
  const reasonCode = values.reasonCode === '' ? usual : Number(values.reasonCode)
  const units = parseDecimal(values.units)
  const missing = firstMissing([
    ['the units', units !== undefined],
    ['the reason', reasonCode !== undefined],
  ])
  const { spot, serial, expires } = values
  const body =
    units === undefined || reasonCode === undefined
      ? undefined
      : {
          itemID: shortID,
          units,
          wid: warehouse,
          reasonCode,
          reference: poNo,
          line: lineNo,
          ...withoutBlanks({ spot, serial, expires }),
        }
  return (
    <>
      <GuardedForm
        verb="Receive"
        body={body}
        missing={missing}
        {...receive}
        showPreview={(preview) => <LotsPreview preview={{ ...preview, passedOver: [] }} />}
        showAnswer={({ recNo, units: received }) => (
          <Text size="sm">
            <Quantity of={received} /> are lot <LotLink recNo={recNo} />.
          </Text>
        )}
        onNext={onClose}
        keep={(wished, key) => keep(wished, key, session)}
      >
        {(errors) => (
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
            <QuantityInput {...bind('units', errors)} autoFocus />
            <TextInput label="Spot" maxLength={64} {...bind('spot', errors)} />
            <TextInput label="Serial" maxLength={64} {...bind('serial', errors)} />
            <TextInput label="Expires (UTC)" type="date" {...bind('expires', errors)} />
            <ReasonSelect
              direction="in"
              value={reasonCode === undefined ? '' : String(reasonCode)}
              onChange={(code) => set('reasonCode', code)}
              error={errors.reasonCode?.join(', ')}
            />
          </SimpleGrid>
        )}
      </GuardedForm>
      <Button mt="xs" variant="subtle" size="xs" onClick={onClose}>
        Close
      </Button>
    </>
  )
}
