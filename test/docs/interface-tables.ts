import { createOpenApi } from '../../gateway/openapi/document.ts'
import { headerComponents } from '../../gateway/openapi/headers.ts'
import { type JsonSchema, propertiesOf, toSchema, withoutNull } from '../../gateway/openapi/schemas.ts'
import { dateFieldsOf, dayMeanings } from '../../shared/contract/dates/date-fields.ts'
import { contract, operations } from '../../shared/contract/index.ts'
import { importedMovement } from '../../shared/contract/inventory/inventory.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import { findIdentifier } from '../../shared/scan/identifiers.ts'
import { type Sources, sourcesIn } from '../../shared/scan/read-scan.ts'
import { takersOf } from '../../shared/scan/stock-fields.ts'
import { code, table } from './table.ts'

const { components, paths } = createOpenApi(operations, { baseUrl: '/api/v1', rateLimitPerMinute: 100 })
const schemas: Readonly<Record<string, JsonSchema>> = components.schemas

/** The fields of a record, or of a request's body, by the name of its schema in the OpenAPI document. */
export function fieldsTable(name: string): string {
  const schema = schemas[name]
  if (!schema) throw new Error(`The OpenAPI document has no schema ${name}`)
  const { required } = schema
  const isRequired = (field: string) => Array.isArray(required) && required.includes(field)
  const fields = Object.entries(propertiesOf(schema))
  if (!name.endsWith('Request')) {
    return table(
      ['Field', 'Type', 'Meaning'],
      fields.map(([field, of]) => [code(field), typeOf(of), meaningOf(of)]),
    )
  }
  return table(
    ['Field', 'Type', 'Required', 'Meaning'],
    fields.map(([field, of]) => [code(field), typeOf(withoutNull(of)), isRequired(field) ? 'yes' : '', meaningOf(of)]),
  )
}

/** The query parameters of a request, such as `GET /Inventory`. */
export function parametersTable(request: string): string {
  const [method = '', path = ''] = request.split(' ')
  const { parameters } = toSchema(paths[path]?.[method.toLowerCase()])
  if (!Array.isArray(parameters)) throw new Error(`The OpenAPI document has no ${request}`)
  const inQuery = parameters.map(toSchema).filter((parameter) => parameter.in === 'query')
  return table(
    ['Parameter', 'Type', 'Meaning'],
    inQuery.map(({ name, schema, description }) => [code(String(name)), typeOf(toSchema(schema)), String(description)]),
  )
}

export const headersTable = () =>
  table(
    ['Header', 'Meaning'],
    Object.entries(headerComponents).map(([name, { description }]) => [code(name), description]),
  )

const meaningOf = ({ description }: JsonSchema) => (typeof description === 'string' ? description : '')

/** A schema's type in a word or two. */
function typeOf(schema: JsonSchema): string {
  const { type, format, items, $ref, anyOf, enum: values, const: only } = schema
  if (only !== undefined) return code(String(only))
  if (Array.isArray(values)) return values.map((value) => code(String(value))).join(', ')
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(toSchema(one))).join(' or ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' or ')
  if (type === 'array') return `array of ${typeOf(toSchema(items))}`
  if (type === 'string' && format === 'date-time') return 'date-time'
  if (type === 'number') return 'decimal'
  return typeof type === 'string' ? type : 'any'
}

const GTIN = '09506000134352'
/** Values of which each identifier takes one: a GTIN, a day, a moment, a number. */
const SAMPLES = [GTIN, '310131', '3101310830', '999999', '7']

/** The operations that take a code, by their paths; dry runs take the same. */
const taking = operations
  .filter(({ effect, input }) => effect === 'write' && Object.hasOwn(input.shape, 'scan'))
  .map(({ route = '', input }) => ({ path: route.replace(/^\w+ /, ''), fields: Object.keys(input.shape) }))

const known = [2, 3, 4].flatMap((length) =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0')).filter(findIdentifier),
)

type Became = NonNullable<ReturnType<Sources['get']>>['became']

function becameOf(identifier: string): Became {
  const isItem = identifier === '01' || identifier === '02'
  const read = SAMPLES.map((value) =>
    sourcesIn(`${isItem ? '' : `(01)${GTIN}`}(${identifier})${value}`).get(identifier),
  )
  return read.find((source) => source?.became !== undefined)?.became
}

/** Identifiers of measures follow each other, one for each number of decimals: `3100` to `3105`. */
function ranges(identifiers: readonly string[]): string {
  const follows = (one: string, next: string | undefined) => one.length === 4 && Number(next) === Number(one) + 1
  const firsts = identifiers.filter((one, at) => !follows(identifiers[at - 1] ?? '', one))
  const lasts = identifiers.filter((one, at) => !follows(one, identifiers[at + 1]))
  return firsts.map((first, at) => (first === lasts[at] ? first : `${first} to ${lasts[at]}`)).join(', ')
}

/** Which elements of a label become which field, by operation. */
export function labelsTable(): string {
  const rows = [...groupBy(known, becameOf)].flatMap(([became, identifiers]) => {
    const takers = takersOf(became)
    const cells = taking.map(({ fields }) =>
      fields
        .filter((field) => takers.includes(field))
        .map(code)
        .join(' or '),
    )
    return takers.length === 0 ? [] : [[ranges(identifiers), ...cells.map((cell) => cell || '–')]]
  })
  return table(['Element', ...taking.map(({ path }) => code(path))], rows)
}

/** Every input field that is a date, by what a day means in it; `modifiedSince` of all lists is one. */
export function datesTable(): string {
  const operations = Object.values(contract).flatMap((service) => Object.values(service))
  const inputs = [
    ...operations.filter(({ name }) => !name.includes('.preview')).map(({ name, input }) => ({ name, input })),
    { name: 'history enter', input: importedMovement },
  ]
  const fields = inputs.flatMap(({ name, input }) =>
    [...dateFieldsOf(input)].map(([field, { day }]) => ({ field, day, name: name.replace(/^\w+\./, '') })),
  )
  const rows = [...groupBy(fields, ({ field, day }) => `${field} ${dayMeanings[day].says}`)].map(([, alike]) => {
    const names = alike.map(({ name }) => name).sort()
    return alike
      .slice(0, 1)
      .map(({ field, day }) => [
        code(field),
        dayMeanings[day].says,
        field === 'modifiedSince' ? 'every list that takes it' : names.map(code).join(', '),
      ])
  })
  return table(['Field', 'A day means', 'Operations'], rows.flat())
}
