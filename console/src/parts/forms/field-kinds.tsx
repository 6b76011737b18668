import { TextInput } from '@mantine/core'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import type { Field } from './field.ts'
import { ItemInput } from './item-input.tsx'
import { ReasonSelect } from './reason-select.tsx'
import { WarehouseSelect } from './warehouse-select.tsx'

/** The kinds of fields that forms are made of. A field may be left blank unless it is `required`. */
const optional = { isRequired: false, isWide: false }

const typed =
  (label: string, more: Partial<Parameters<typeof TextInput>[0]> = {}): Field<unknown>['input'] =>
  ({ onChange, ...props }) => (
    <TextInput
      label={label}
      autoComplete="off"
      {...more}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )

export const text = (label: string, maxLength = 64): Field<string> => ({
  ...optional,
  name: label.toLowerCase(),
  parse: (given) => given,
  input: typed(label, { maxLength }),
})

export const wide = <Value,>(field: Field<Value>): Field<Value> => ({ ...field, isWide: true })

export const remark = wide(text('Remark', 255))

/** A day in UTC, as the interface reads it. */
export const day = (label: string): Field<string> => ({ ...text(label), input: typed(label, { type: 'date' }) })

export const item: Field<string> = {
  ...wide(text('Item')),
  name: 'an item',
  input: (props) => <ItemInput {...props} />,
}

/** A plain decimal number, such as 12.5. */
export const decimal = (label: string, name: string): Field<number> => ({
  ...optional,
  name,
  parse: parseDecimal,
  input: ({ value, error, ...props }) => {
    const isBad = value.trim() !== '' && parseDecimal(value) === undefined
    const shown = isBad
      ? 'A number such as 1200 or 0.5, at most 6 decimals; 1,000 and 1.000 can be read in two ways'
      : error
    return typed(label, { inputMode: 'decimal' })({ value, error: shown, ...props })
  },
})

export const quantity = (label = 'Units'): Field<number> => decimal(label, 'the units')

/** The number of a lot. */
export const lot = (label: string): Field<number> => ({
  ...optional,
  name: 'the number of a lot',
  parse: (given) => (/^\d{1,10}$/.test(given) ? Number(given) : undefined),
  input: typed(label, { inputMode: 'numeric' }),
})

/** `all` is what is chosen without a warehouse. */
export const warehouse = (label = 'Warehouse', name = 'the warehouse', all?: string): Field<number> => ({
  ...optional,
  name,
  parse: Number,
  input: ({ value, onChange, error }) => (
    <WarehouseSelect
      label={label}
      {...(all !== undefined && { all })}
      value={value === '' ? undefined : Number(value)}
      onChange={(chosen) => onChange(chosen === undefined ? '' : String(chosen))}
      error={error}
    />
  ),
})

/** A reason for receipts, for issues, or for anything. */
export const reason = (direction?: 'in' | 'out', label = 'Reason'): Field<number> => ({
  ...optional,
  name: 'the reason',
  parse: Number,
  input: ({ value, onChange, error }) => (
    <ReasonSelect label={label} direction={direction} value={value} onChange={onChange} error={error} />
  ),
})
