import mongoose, { Schema, type SchemaType } from 'mongoose'

/** The part of a model that has its rules. */
export interface Checked {
  readonly modelName: string
  readonly schema: Paths
}

interface Paths {
  readonly paths: Readonly<Record<string, SchemaType>>
}

type Fits = (value: unknown) => boolean

interface Rules {
  readonly required: readonly string[]
  readonly fits: ReadonlyMap<string, Fits>
}

/** Throws a TypeError if a record differs from the model's schema in types, required or further fields. Nothing is cast. */
export function assertFits({ modelName, schema }: Checked, record: object): void {
  const path = findMisfit(schema, record)
  if (path !== undefined) throw new TypeError(`${modelName}: the field ${path} does not fit the schema`)
}

/** The same for the paths of an update; paths inside fields of mixed type are not checked. */
export function assertUpdateFits({ modelName, schema }: Checked, update: object): void {
  const { fits } = rulesOf(schema)
  for (const [operator, changes] of Object.entries(update)) {
    for (const [path, value] of Object.entries(Object(changes))) {
      const [field = path] = path.split('.')
      const isChecked = operator === '$set' && field === path
      if (!fits.has(field) || (isChecked && !fits.get(field)?.(value)))
        throw new TypeError(`${modelName}: the update of ${path} does not fit the schema`)
    }
  }
}

function findMisfit(schema: Paths, record: object): string | undefined {
  const { required, fits } = rulesOf(schema)
  // A record has fields by name, whatever its type.
  const values = record as Readonly<Record<string, unknown>>
  return (
    required.find((field) => values[field] === undefined || values[field] === null) ??
    Object.keys(values).find((field) => values[field] !== undefined && !fits.get(field)?.(values[field]))
  )
}

const known = new WeakMap<Paths, Rules>()

function rulesOf(schema: Paths): Rules {
  const rules = known.get(schema) ?? compile(schema)
  known.set(schema, rules)
  return rules
}

function compile(schema: Paths): Rules {
  const types = Object.entries(schema.paths)
  return {
    required: types.filter(([, type]) => type.isRequired).map(([field]) => field),
    fits: new Map(
      types.map(([field, type]) => {
        const fits = toFits(type)
        return [field, (value) => value === null || fits(value)]
      }),
    ),
  }
}

function toFits(type: SchemaType): Fits {
  const { DocumentArray, Subdocument, Array: ArrayType } = Schema.Types
  const isRecord =
    (schema: Paths): Fits =>
    (value) =>
      typeof value === 'object' && value !== null && findMisfit(schema, value) === undefined
  const isArrayOf =
    (fits: Fits): Fits =>
    (value) =>
      Array.isArray(value) && value.every(fits)
  if (type instanceof DocumentArray) return isArrayOf(isRecord(type.schema))
  if (type instanceof Subdocument) return isRecord(type.schema)
  if (type instanceof ArrayType) {
    const element = type.getEmbeddedSchemaType()
    return isArrayOf(element ? toFits(element) : () => true)
  }
  const fits = fitsOf[type.instance]
  if (!fits) throw new TypeError(`There is no check for fields of type ${type.instance}`)
  return fits
}

const fitsOf: Readonly<Record<string, Fits>> = {
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  Decimal128: (value) => value instanceof mongoose.Types.Decimal128,
  Mixed: () => true,
  Number: (value) => typeof value === 'number' && Number.isFinite(value),
  String: (value) => typeof value === 'string',
}
