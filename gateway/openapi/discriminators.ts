import { type JsonSchema, propertiesOf, toSchema } from './schemas.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
const REFERENCE = '#/components/schemas/'

/**
 * Schemas in which each choice between named schemas says which field separates them, so that generated clients have one
 * type for each (OpenAPI 3.1, discriminator object).
 */
export function withDiscriminators(schemas: Schemas): Schemas {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const visited = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member)]))
    const discriminator = Array.isArray(visited.oneOf)
      ? discriminatorOf(visited.oneOf.map(toSchema), schemas)
      : undefined
    return discriminator ? { ...visited, discriminator } : visited
  }
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toSchema(visit(schema))]))
}

/** The field that has other values in each of the schemas, and the schema of each value. */
function discriminatorOf(choices: readonly JsonSchema[], schemas: Schemas) {
  const references = choices.map(({ $ref }) => String($ref))
  const named = references.map((reference) => schemas[reference.slice(REFERENCE.length)] ?? {})
  for (const propertyName of Object.keys(propertiesOf(named[0] ?? {}))) {
    const values = named.map((schema) => valuesOf(propertiesOf(schema)[propertyName]))
    const isDistinct = values.every((own) => own.length > 0) && new Set(values.flat()).size === values.flat().length
    if (isDistinct) {
      const entries = values.flatMap((own, index) => own.map((value) => [value, references[index]]))
      return { propertyName, mapping: Object.fromEntries(entries) }
    }
  }
  return undefined
}

const valuesOf = ({ enum: values, const: only }: JsonSchema = {}): string[] =>
  (Array.isArray(values) ? values : [only]).filter((value): value is string => typeof value === 'string')
