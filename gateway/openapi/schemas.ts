import { z } from 'zod'

/** A JSON Schema (2020-12), as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Converts the contract's schemas to JSON Schema; those with an id are kept once, under `components`. */
export function createSchemaBook() {
  const components: Record<string, JsonSchema> = {}

  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // As a property of an object, since zod writes the outermost schema in place and not as a reference.
    const { $defs = {}, properties = {} } = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' })
    for (const [name, definition] of Object.entries($defs)) components[name] ??= simplify(definition)
    return simplify(properties.it)
  }

  return {
    components,
    /** Of a request. */
    ofInput: (schema: z.ZodType): JsonSchema => convert(schema, 'input'),
    /** Of a response. */
    ofOutput: (schema: z.ZodType): JsonSchema => convert(schema, 'output'),
    /** Adds a schema to the components and returns a reference to it. */
    name(name: string, schema: JsonSchema): JsonSchema {
      components[name] = schema
      return { $ref: `#/components/schemas/${name}` }
    },
  }
}

export type SchemaBook = ReturnType<typeof createSchemaBook>

/** A schema within a schema. */
export function toSchema(value: unknown): JsonSchema {
  // zod's converter writes only objects there.
  return (value ?? {}) as JsonSchema
}

/** The schemas of an object's fields. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  // As above.
  return (schema.properties ?? {}) as Record<string, JsonSchema>
}

/** The schema without null, which a query or a path cannot express. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) return { ...rest, type: type.find((one) => one !== 'null') }
  if (!Array.isArray(anyOf)) return schema
  return { ...rest, ...toSchema(anyOf.find((one) => toSchema(one).type !== 'null')) }
}

/**
 * Replaces the bounds of safe integers by the format of integers of more than 32 bits, and leaves out
 * `additionalProperties: false`: responses may get more members, and unknown members of a request are ignored.
 */
function simplify(given: unknown): JsonSchema {
  const {
    id: _id,
    additionalProperties,
    properties,
    items,
    anyOf,
    oneOf,
    $ref,
    minimum,
    maximum,
    ...rest
  } = toSchema(given)
  const schema = {
    ...(rest.type === 'integer' && !(Number(maximum) <= MAX_INT_32) && { format: 'int64' }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...rest,
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...(properties !== undefined && { properties: mapValues(toSchema(properties), simplify) }),
    ...(items !== undefined && { items: simplify(items) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(simplify) }),
    ...(isSchema(additionalProperties) && { additionalProperties: simplify(additionalProperties) }),
  }
  return Array.isArray(anyOf) ? withAlternatives(schema, anyOf.map(simplify)) : schema
}

const MAX_INT_32 = 2 ** 31 - 1
const isSchema = (value: unknown) => typeof value === 'object' && value !== null

/** `anyOf` of a simple schema and null as one schema with two types. */
function withAlternatives(schema: JsonSchema, alternatives: readonly JsonSchema[]): JsonSchema {
  const [first, second] = alternatives
  const isSimple = alternatives.length === 2 && typeof first?.type === 'string' && !('enum' in first)
  if (!isSimple || second?.type !== 'null') return { ...schema, anyOf: alternatives }
  return { ...first, ...schema, type: [first.type, 'null'] }
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

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
