import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { MAX_SCAN } from '../../../../shared/scan/elements.ts'
import type { ReasonKind } from '../../api/registries.ts'
import { lengthFault } from '../../fold/field-words.ts'
import type { FieldValue } from '../../fold/to-body.ts'
import { CategoryInput } from '../inputs/category-input.tsx'
import { ItemInput } from '../inputs/item-input.tsx'
import { NumberInput } from '../inputs/number-input.tsx'
import { PartyInput } from '../inputs/party-input.tsx'
import { QuantityInput } from '../inputs/quantity-input.tsx'
import { ReasonSelect, WarehouseSelect } from '../inputs/registry-selects.tsx'
import { parseTyped } from '../inputs/typed-number.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

export interface InputProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
  /** Those of all fields, as the interface names them: of the lines, for instance. */
  readonly errors?: FieldErrors
  readonly autoFocus: boolean
  /** Why its value is there already. */
  readonly why?: string | undefined
  /** Fills other fields of the form, those that it has. */
  readonly onSaid?: (texts: Readonly<Record<string, string>>) => void
  readonly names?: readonly string[]
}

/** A field of a form: how it is shown, and the value that its text stands for. */
export interface Field<Value> extends FieldValue<Value> {
  /** Takes a row of its own. */
  readonly isWide: boolean
  /** Is chosen from these; what is usual is chosen already if it is required. */
  readonly choice?: 'warehouse' | ReasonKind
  /** What a reason is called that is usual, where the first of its direction is not. */
  readonly called?: RegExp
  /** The reason that is called so is that of a kind of document: what was chosen last does not count. */
  readonly isOfDocument?: boolean
  readonly input: (props: InputProps) => ReactNode
}

type Required<Value> = Field<Value> & { readonly isRequired: true }

type RequiredName<Body> = { [Name in keyof Body]-?: object extends Pick<Body, Name> ? never : Name }[keyof Body]

/** The fields of a body, in the order in which they are shown; what the body must have is required. */
export type Fields<Body> = { readonly [Name in RequiredName<Body>]: Required<Body[Name]> } & {
  readonly [Name in keyof Body]?: Field<NonNullable<Body[Name]>>
}

export type Texts<Body> = { readonly [Name in keyof Body & string]?: string }

export const required = <Value,>(field: Field<Value>): Required<Value> => ({ ...field, isRequired: true })

export const listFields = <Body,>(fields: Fields<Body>): readonly (readonly [string, Field<unknown>])[] =>
  Object.entries<Field<unknown>>(fields)

/** The kinds of fields that forms are made of. A field may be left blank unless it is `required`. */
const optional = { isRequired: false, isWide: false }

/** What an input has that depends on no other field. */
const ofOne = ({ value, onChange, error, autoFocus }: InputProps) => ({ value, onChange, error, autoFocus })

const typed =
  (label: string, more: Partial<Parameters<typeof TextInput>[0]> = {}): Field<unknown>['input'] =>
  (props) => (
    <TextInput
      label={label}
      autoComplete="off"
      {...more}
      {...ofOne(props)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )

export const text = (label: string, maxLength = 64, description?: string): Field<string> => ({
  ...optional,
  name: label.toLowerCase(),
  parse: (given) => (lengthFault(given, maxLength) === undefined ? given : undefined),
  input: ({ error, ...props }) =>
    typed(label, { description })({ ...props, error: lengthFault(props.value, maxLength) ?? error }),
})

export const wide = <Value,>(field: Field<Value>): Field<Value> => ({ ...field, isWide: true })

export const remark = wide(text('Note', 255))

/** A day in UTC, as the interface reads it; some labels say a moment. */
export const day = (label: string): Field<string> => ({
  ...text(label),
  input: (props) => typed(label, { type: props.value.includes('T') ? 'datetime-local' : 'date' })(props),
})

/** A moment in UTC, as the interface reads it. */
export const moment = (label: string): Field<string> => ({
  ...text(label),
  input: typed(label, { type: 'datetime-local', step: 1 }),
})

export const item: Field<string> = {
  ...wide(text('Item', MAX_SCAN)),
  name: 'item',
  input: (props) => <ItemInput {...ofOne(props)} onSaid={props.onSaid} fields={props.names} />,
}

export const party = (kind: 'Customer' | 'Vendor'): Field<string> => ({
  ...text(kind, 128),
  name: kind.toLowerCase(),
  input: (props) => <PartyInput kind={kind} {...ofOne(props)} />,
})

/** A registered customer, or any other text. */
export const customerOrText = (label: string, description: string): Field<string> => ({
  ...text(label),
  input: (props) => (
    <PartyInput kind="Customer" label={label} description={description} maxLength={64} {...ofOne(props)} />
  ),
})

/** A decimal number, such as 12.5; how another spelling is read stands beside it. */
export const decimal = (label: string, name: string): Field<number> => ({
  ...optional,
  name,
  parse: parseTyped,
  input: (props) => <NumberInput label={label} {...ofOne(props)} />,
})

/** A quantity of the form's item, in units or in packages. */
export const quantity = (label = 'Units'): Field<number> => ({
  ...decimal(label, 'quantity'),
  input: (props) => <QuantityInput label={label} {...ofOne(props)} />,
})

export const lot = (label: string): Field<number> => ({
  ...optional,
  name: 'lot number',
  parse: (given) => (/^\d{1,10}$/.test(given) ? Number(given) : undefined),
  input: typed(label, { inputMode: 'numeric' }),
})

/** The number of a category, or of a sub-category of the form's category. */
export const category = (label: string, isSub = false): Field<number> => ({
  ...lot(label),
  name: label.toLowerCase(),
  input: (props) => <CategoryInput label={label} isSub={isSub} {...ofOne(props)} />,
})

/** `all` is what is chosen without a warehouse. */
export const warehouse = (label = 'Warehouse', name = 'warehouse', all?: string): Field<number> => ({
  ...optional,
  name,
  choice: 'warehouse',
  parse: Number,
  input: ({ value, onChange, error, why }) => (
    <WarehouseSelect
      label={label}
      {...(all !== undefined && { all })}
      value={value === '' ? undefined : Number(value)}
      onChange={(chosen) => onChange(chosen === undefined ? '' : String(chosen))}
      error={error}
      why={why}
    />
  ),
})

/** The reason of a line of a document, which is called so. */
export const reasonOfLine = (direction: 'in' | 'out', called: RegExp): Field<number> => ({
  ...reason(direction, 'Reason', called),
  isOfDocument: true,
})

/** A reason for receipts, for issues, for holds, or for anything. */
export const reason = (kind: ReasonKind = 'any reason', label = 'Reason', called?: RegExp): Field<number> => ({
  ...optional,
  name: 'reason',
  choice: kind,
  ...(called && { called }),
  parse: Number,
  input: ({ value, onChange, error, why }) => (
    <ReasonSelect label={label} kind={kind} value={value} onChange={onChange} error={error} why={why} />
  ),
})
