import type { Schemas } from '../../api/http/contract.ts'
import { amend } from '../../api/stock.ts'
import { day, decimal, type Fields, lot as number, remark } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { textOf } from '../../fold/person-numbers.ts'

interface AmendProps {
  readonly lot: Schemas['LotDetails']
  readonly onClose: () => void
}

type Request = Schemas['AmendRequest']

const fields: Fields<Request> = {
  price: decimal('Unit cost', 'unit cost (like 12.5)'),
  expires: day('Expiry date'),
  received: day('Receipt date'),
  jobid: { ...number('Job number'), name: 'job number' },
  remark,
}

interface Change {
  readonly field: string
  readonly before: string
  readonly after: string
}

const missingOf = (body: Request) => (Object.keys(body).length === 0 ? 'at least one field' : undefined)

export const AMEND = 'Amend'

/** Changes what the receipt of a lot said. What is left blank stays as it is. */
export function Amend({ lot, onClose }: AmendProps) {
  const before: Readonly<Record<string, unknown>> = {
    price: lot.price,
    expires: lot.expires,
    received: lot.received,
    jobid: lot.jobID,
    remark: lot.remark,
  }
  const changesOf = (body: Request): readonly Change[] =>
    Object.entries(body).map(([field, after]) => ({
      field,
      before: textOf(before[field] || '–'),
      after: textOf(after),
    }))
  return (
    <Section title="Amend">
      <FieldsForm
        verb={AMEND}
        fields={fields}
        missingOf={missingOf}
        dryRun={async (body: Request) => changesOf(body)}
        send={(body, key) => amend({ recno: lot.recNo, ...body }, key)}
        showPlan={(changes) => (
          <PlainTable
            label="Changes to the lot"
            columns={columns}
            rows={changes}
            keyOf={({ field }) => field}
            empty=""
          />
        )}
        showResult={({ amended }) =>
          amended.length === 0 ? 'No changes' : `Amended: ${amended.map(({ field }) => field).join(', ')}.`
        }
        onClose={onClose}
      />
    </Section>
  )
}

const columns: readonly Column<Change>[] = [
  column.text('Field', 'field'),
  column.wide('Before', 'before'),
  column.wide('After', 'after'),
]
