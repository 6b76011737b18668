import { useSession } from '../../api/session-context.ts'
import { receive } from '../../api/stock.ts'
import { Quantity } from '../../components/figures.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { LotsPlan } from '../../components/forms/stock-plan.tsx'
import { LotLink } from '../../components/record-links.tsx'
import { textOf } from '../../fold/person-numbers.ts'
import { forget, type KeptReceipt, keep } from '../../outbox/outbox.ts'
import { type ReceivedFields, receivedFields } from '../receiving/receive-line.tsx'

interface MendProps {
  readonly receipt: KeptReceipt
  readonly onClose: () => void
}

/** A receipt that was refused, to be changed and sent again: under a new key, as it is another one. */
export function Mend({ receipt: { key: refused, body }, onClose }: MendProps) {
  const session = useSession()
  const typedNames: readonly string[] = Object.keys(receivedFields)
  const entries = Object.entries(body)
  const { itemID, wid, reference = null, line = null } = body
  const toRequest = (typed: ReceivedFields) => ({ ...typed, itemID, wid, reference, line })
  return (
    <FieldsForm
      verb="Send again"
      of={refused}
      fields={receivedFields}
      initial={Object.fromEntries(
        entries.filter(([name]) => typedNames.includes(name)).map(([name, value]) => [name, textOf(value)]),
      )}
      dryRun={(typed) => receive.dryRun(toRequest(typed))}
      send={async (typed, key, shown) => {
        const done = await receive.send(toRequest(typed), key, shown)
        await forget(refused)
        return done
      }}
      keep={async (typed, key) => {
        await keep({ kind: 'receipt', body: toRequest(typed) }, key, session)
        await forget(refused)
      }}
      showPlan={(dryRun) => <LotsPlan dryRun={{ ...dryRun, passedOver: [] }} />}
      showResult={({ recNo, units }) => (
        <>
          <Quantity of={units} /> are lot <LotLink recNo={recNo} />.
        </>
      )}
      onClose={onClose}
      isCompact
    />
  )
}
