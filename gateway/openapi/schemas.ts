import { z } from 'zod'

/** A JSON Schema (2020-12), as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Converts the contract's schemas to JSON Schema; those with an id are kept once, under `components`. */
export interface SchemaBook {
  readonly components: Readonly<Record<string, JsonSchema>>
  /** Of a request. */
  ofInput(schema: z.ZodType): JsonSchema
  /** Of an answer. */
  ofOutput(schema: z.ZodType): JsonSchema
  /** Adds a schema to the components and returns a reference to it. */
  name(name: string, schema: JsonSchema): JsonSchema
}

export function createSchemaBook(): SchemaBook {
  const components: Record<string, JsonSchema> = {}

  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // As a property of an object, since zod writes the outermost schema in place and not as a reference.
    const { $defs = {}, properties = {} } = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' })
    for (const [name, definition] of Object.entries($defs)) components[name] ??= simplify(definition)
    return simplify(properties.it)
  }

  return {
    components,
    ofInput: (schema) => convert(schema, 'input'),
    ofOutput: (schema) => convert(schema, 'output'),
    name(name, schema) {
      components[name] = schema
      return { $ref: `#/components/schemas/${name}` }
    },
  }
}

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
 * `additionalProperties: false`: answers may get more members, and unknown members of a request are ignored.
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
