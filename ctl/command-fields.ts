import { type Command, Option } from 'commander'
import { z } from 'zod'
import { permissionTable } from '../shared/contract/core/access.ts'
import type { Operation } from '../shared/contract/core/operation.ts'

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

/** Commands read every page of a list, so these are no flags. */
const pagingFields: ReadonlySet<string> = new Set(['page', 'pageSize', 'after'])

/** The input fields of an operation that are flags of its command. */
export function flagsOf(operation: Operation): CommandField[] {
  const fields = toCommandFields(operation)
  return operation.paged ? fields.filter(({ name }) => !pagingFields.has(name)) : fields
}

/** Adds a flag for every field, and `--no-x` for booleans. */
export function addFlags(command: Command, fields: readonly CommandField[]): void {
  for (const field of fields) {
    const { name, flag, kind } = field
    const description = describeFlag(field)
    if (kind === 'boolean') {
      command.addOption(new Option(`--${flag}`, description))
      command.addOption(new Option(`--no-${flag}`, `Not: ${description || name}`))
    } else command.addOption(new Option(`--${flag} <${kind}>`, description))
  }
  if (fields.some(({ name }) => name === 'permissions')) command.addHelpText('after', permissionHelp)
}

/** The contract's description, then the allowed values and whether the flag is required. */
function describeFlag({ description, values, required }: CommandField): string {
  const notes = [values.join(', '), required ? 'required' : ''].filter((note) => note !== '')
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`
}

/** The permissions as operators write them. */
export const permissionRows = Object.entries(permissionTable).map(([key, { id, description }]) => ({
  id,
  name: toFlag(key),
  description,
}))

const nameWidth = Math.max(...permissionRows.map(({ name }) => name.length))
const permissionLines = permissionRows.map(
  ({ id, name, description }) => `  ${String(id).padStart(4)}  ${name.padEnd(nameWidth)}  ${description}`,
)
const permissionHelp = `
Permissions:
${permissionLines.join('\n')}`

/** The operation's input, from the flags that were given. */
export function readFlags(command: Command, fields: readonly CommandField[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const option = command.options.find(({ long }) => long === `--${field.flag}`)
    const given: unknown = option && command.getOptionValue(option.attributeName())
    if (given !== undefined) input[field.name] = typeof given === 'string' ? fromText(field, given) : given
  }
  return input
}
