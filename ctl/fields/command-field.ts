import { z } from 'zod'
import type { Operation } from '../../shared/contract/core/operation.ts'

/** One field of an operation's input, as a flag or a column. */
export interface CommandField {
  readonly name: string
  /** `read-only` for `readOnly`. */
  readonly flag: string
  readonly kind: 'text' | 'number' | 'boolean' | 'list'
  /** Words that stand for themselves, such as `all`. */
  readonly words: readonly string[]
  readonly required: boolean
  readonly description: string
}

/** The part of JSON Schema that the contract's inputs come to. */
interface InputSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly InputSchema[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
}

/** The input's fields in the contract's order. */
export function toCommandFields(operation: Operation): CommandField[] {
  // toJSONSchema's own type allows what no input of the contract has, such as boolean schemas.
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' }) as InputSchema
  return Object.entries(properties).map(([name, schema]) => {
    const forms = alternatives(schema)
    return {
      name,
      flag: toFlag(name),
      kind: kindOf(forms),
      words: forms.flatMap(({ const: word }) => (typeof word === 'string' ? [word] : [])),
      required: required.includes(name),
      description: schema.description ?? forms.find(({ description }) => description)?.description ?? '',
    }
  })
}

function alternatives(schema: InputSchema): InputSchema[] {
  return schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema]
}

function kindOf(forms: readonly InputSchema[]): CommandField['kind'] {
  const types = forms.flatMap(({ type = [] }) => type)
  if (types.includes('array')) return 'list'
  if (types.includes('boolean')) return 'boolean'
  return types.includes('integer') || types.includes('number') ? 'number' : 'text'
}

/** `clientId` to `client-id`. */
export function toFlag(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/
const NO = /^(false|no)$/i
const YES = /^(true|yes)$/i

/** The value that a text means; one that means none stays text, for the contract to say what is wrong with it. */
export function fromText({ kind, words }: CommandField, text: string): unknown {
  if (words.includes(text)) return text
  if (kind === 'number') return toNumber(text)
  if (kind === 'boolean') return YES.test(text) ? true : NO.test(text) ? false : text
  if (kind === 'list') return text === 'none' ? [] : text.split(',').map(toNumber)
  return text
}

function toNumber(text: string): number | string {
  const trimmed = text.trim()
  return NUMBER.test(trimmed) ? Number(trimmed) : text
}
