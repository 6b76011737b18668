import { z } from 'zod'
import type { Spec } from '../../../../shared/contract/core/operation.ts'
import { groupBy } from '../../../../shared/process/group-by.ts'
import type { Body } from './send-write.ts'

/** An input that differs in one field, `lines[0].units` for instance. */
export interface OtherInput {
  readonly field: string
  readonly input: Body
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** For each field of an operation, each of its lines too, a valid input that differs from the given one in it alone. */
export function otherInputs({ input: schema }: Pick<Spec, 'input'>, input: Body): OtherInput[] {
  const known = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const parsed = (given: unknown) => {
    const { success, data } = schema.safeParse(given)
    return success ? JSON.stringify(data) : undefined
  }
  const planned = parsed(input)
  const isOther = ({ input: given }: OtherInput) => ![planned, undefined].includes(parsed(given))
  const texts = Object.values(input).filter((value) => typeof value === 'string')
  const byField = groupBy(changed(known, input, '', texts), ({ field }) => field)
  return [...byField.values()].flatMap((candidates) => candidates.find(isOther) ?? [])
}

function changed(schema: Schema, input: Body, path: string, texts: readonly string[]): OtherInput[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const value = input[name]
    const field = `${path}${name}`
    const having = (other: unknown) => ({ field, input: { ...input, [name]: other } })
    const [first, ...others] = Array.isArray(value) ? value : []
    const { items } = withoutNull(property)
    const ofLine =
      first !== undefined && items?.properties
        ? changed(items, first as Body, `${field}[0].`, texts).map((line) => ({
            field: line.field,
            input: { ...input, [name]: [line.input, ...others] },
          }))
        : []
    return [...valuesLike(withoutNull(property), value, texts).map(having), ...ofLine]
  })
}

/** The type of a value that may also be null. */
const withoutNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

function valuesLike(schema: Schema, value: unknown, texts: readonly string[]): unknown[] {
  if (schema.enum) return [...schema.enum]
  if (Array.isArray(value)) return [value.slice(1), [...value, ...value]]
  return [
    ...(value === undefined || typeof value === 'string' ? [`${value ?? ''}9`, '2039-12-31', 'Other', ...texts] : []),
    ...(typeof value === 'boolean' ? [!value] : [true, false]),
    ...(typeof value === 'number' ? [value + 1, value - 1] : [7, 0]),
    ...(schema.items?.properties ? [] : [[1], ['Other']]),
    undefined,
  ]
}
