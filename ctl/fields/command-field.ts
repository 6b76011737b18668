import { z } from 'zod'

/** One field of an operation's input, as a flag of a command or a column of a file. */
export interface CommandField {
  readonly name: string
  /** Name of the flag: `read-only` for `readOnly`. */
  readonly flag: string
  readonly kind: 'text' | 'number' | 'boolean' | 'list' | 'json'
  /** The values that the field takes besides those of its kind (`all` of a list), or the only ones (an enumeration). */
  readonly values: readonly string[]
  readonly required: boolean
  readonly description: string
}

/** The part of JSON Schema that the contract's inputs use. */
interface InputSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly InputSchema[]
  readonly items?: InputSchema
  readonly description?: string
  readonly properties?: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
}

/** Fields of an operation's input, in the contract's order. */
export function toCommandFields({ input }: { readonly input: z.ZodType }): CommandField[] {
  // The type of toJSONSchema also allows boolean schemas, which no input has.
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as InputSchema
  return Object.entries(properties).map(([name, schema]) => {
    const forms = alternatives(schema)
    return {
      name,
      flag: toFlag(name),
      kind: kindOf(forms),
      values: forms.flatMap(valuesOf),
      required: required.includes(name),
      description: schema.description ?? forms.find(({ description }) => description)?.description ?? '',
    }
  })
}

function valuesOf({ const: only, enum: values = [] }: InputSchema): string[] {
  return [only, ...values].flatMap((value) => (typeof value === 'string' ? [value] : []))
}

function alternatives(schema: InputSchema): InputSchema[] {
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema]
}

function kindOf(forms: readonly InputSchema[]): CommandField['kind'] {
  const types = forms.flatMap(({ type = [] }) => type)
  if (forms.some(({ items }) => items?.type === 'object')) return 'json'
  if (types.includes('array')) return 'list'
  if (types.includes('boolean')) return 'boolean'
  return types.includes('integer') || types.includes('number') ? 'number' : 'text'
}

/** `client-id` for `clientId`. */
export function toFlag(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/
const NO = /^(false|no)$/i
const YES = /^(true|yes)$/i

/** The value of a text; one that does not fit the field's kind stays unchanged, and the contract's validation refuses it. */
export function fromText({ kind, values }: CommandField, text: string): unknown {
  if (values.includes(text)) return text
  if (kind === 'number') return toNumber(text)
  if (kind === 'boolean') return YES.test(text) ? true : NO.test(text) ? false : text
  if (kind === 'json') return fromJson(text)
  if (kind === 'list') return text === 'none' ? [] : text.split(',').map(toNumber)
  return text
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function toNumber(text: string): number | string {
  const trimmed = text.trim()
  return NUMBER.test(trimmed) ? Number(trimmed) : text
}
