import { z } from 'zod'

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Schemas of the contract in the document's form; those with a name are kept once, under `components`. */
export interface SchemaBook {
  readonly components: Readonly<Record<string, JsonSchema>>
  /** What may be sent. */
  ofInput(schema: z.ZodType): JsonSchema
  /** What is answered. */
  ofOutput(schema: z.ZodType): JsonSchema
  /** Keeps a schema under a name and answers with a reference to it. */
  name(name: string, schema: JsonSchema): JsonSchema
}

export function createSchemaBook(): SchemaBook {
  const components: Record<string, JsonSchema> = {}

  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // As a member of something, since zod treats the outermost schema differently.
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

/** A member of a schema that is a schema itself. */
export function toSchema(value: unknown): JsonSchema {
  // zod's converter writes nothing but objects there.
  return (value ?? {}) as JsonSchema
}

/** The schemas of an object's fields. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  // As above.
  return (schema.properties ?? {}) as Record<string, JsonSchema>
}

/** Without null, which has no form in a query or a path. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) return { ...rest, type: type.find((one) => one !== 'null') }
  if (!Array.isArray(anyOf)) return schema
  return { ...rest, ...toSchema(anyOf.find((one) => toSchema(one).type !== 'null')) }
}

/**
 * Leaves out what says nothing: bounds that every integer has, and that there are no other members, since an answer may get more
 * of them and an input's unknown ones are ignored.
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

const isSchema = (value: unknown) => typeof value === 'object' && value !== null

/** "This or null" as one schema with two types, where that is possible. */
function withAlternatives(schema: JsonSchema, alternatives: readonly JsonSchema[]): JsonSchema {
  const [first, second] = alternatives
  const isSimple = alternatives.length === 2 && typeof first?.type === 'string' && !('enum' in first)
  if (!isSimple || second?.type !== 'null') return { ...schema, anyOf: alternatives }
  return { ...first, ...schema, type: [first.type, 'null'] }
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
