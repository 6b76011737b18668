import { permissionName, permissions } from '../../shared/contract/core/access.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import type { RoutedOperation } from '../routes/routed-operation.ts'
import { errorResponses } from './errors.ts'
import { headersWith, successHeaders } from './headers.ts'
import { parametersOf } from './parameters.ts'
import recorded from './responses.json' with { type: 'json' }
import { type JsonSchema, propertiesOf, type SchemaBook } from './schemas.ts'

/**
 * What the system with its demo data returns for the example of each operation, by the operation's name. With
 * `UPDATE_README=1`, test/gateway/openapi/openapi-responses.test.ts records it again.
 */
const responses: Readonly<Record<string, unknown>> = recorded

/** OpenAPI operation of a method and path, which may be of several operations that differ by a required query parameter. */
export function toPathOperation(variants: readonly [RoutedOperation, ...RoutedOperation[]], book: SchemaBook) {
  const [main, ...others] = variants
  const { operation } = main
  return {
    operationId: nameOf(operation),
    tags: [tagOf(main)],
    summary: operation.summary,
    description: describe(main, others),
    ...(operation.access === 'public' && { security: [] }),
    parameters: parametersOf(variants, book),
    ...(main.bodyFields.length > 0 && { requestBody: toRequestBody(main, book) }),
    responses: {
      ...successes(variants, book),
      ...(main.method === 'GET' && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...errorResponses(variants),
    },
  }
}

/** Tag: the first segment of the path. */
export function tagOf({ path }: RoutedOperation): string {
  return path.split('/')[1] ?? ''
}

/** `inventory.receive` without its service. */
function nameOf({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1)
}

const capitalized = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase())
const typeName = (operation: Operation) => capitalized(nameOf(operation))

const allReports = `the permission ${permissionName(permissions.allReports)} (${permissions.allReports})`
const OPEN = 'Open to every client'

function describe(main: RoutedOperation, others: readonly RoutedOperation[]): string {
  const { description, access, alternateAccess, effect, report, warehouses, alternateRoutes = [] } = main.operation
  const required = [access, alternateAccess].flatMap((id) =>
    typeof id === 'number' ? `${permissionName(id)} (${id})` : [],
  )
  const paragraphs = [
    ...(description === undefined ? [] : [description]),
    ...alternateRoutes.map((route) => `Also accepted: \`${route.replaceAll(/:(\w+)/g, '{$1}')}\`.`),
    ...others.map(({ operation, requiredQuery }) => `With \`${requiredQuery}\`: ${operation.summary}.`),
    ...(required.length > 0 ? [`Requires the permission ${required.join(' or ')}.`] : []),
    ...(report === undefined ? [] : [`The client's group must name the report ${report}, or have ${allReports}.`]),
    ...(access === 'client' && report === undefined
      ? [effect === 'write' ? `${OPEN}; which permission it requires depends on what it changes.` : `${OPEN}.`]
      : []),
    ...(effect === 'write' ? ['Read-only accounts are refused.'] : []),
    ...(warehouses && warehouses.length > 0
      ? [`Must be within the client's warehouses: ${warehouses.map((field) => `\`${field}\``).join(', ')}.`]
      : []),
  ]
  return paragraphs.join('\n\n')
}

function toRequestBody({ operation, bodyFields, isBodyOptional }: RoutedOperation, book: SchemaBook) {
  const { required = [], ...input } = book.ofInput(operation.input)
  const isOfBody = (field: unknown) => bodyFields.some((name) => name === field)
  const properties = Object.fromEntries(Object.entries(propertiesOf(input)).filter(([field]) => isOfBody(field)))
  const requiredFields = Array.isArray(required) ? required.filter(isOfBody) : []
  const example = Object.fromEntries(Object.entries(operation.example ?? {}).filter(([field]) => isOfBody(field)))
  // A dry run takes the body of its write.
  const name = nameOf(operation).replace(/^preview(.)/, (_, first: string) => first.toLowerCase())
  const schema = book.name(`${capitalized(name)}Request`, {
    type: 'object',
    description: `Body of ${name}`,
    properties,
    ...(requiredFields.length > 0 && { required: requiredFields }),
  })
  const type = operation.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    required: !isBodyOptional,
    content: { [type]: { schema, ...(operation.example && { example }) } },
  }
}

function successes(variants: readonly RoutedOperation[], book: SchemaBook): Record<string, unknown> {
  const byStatus = groupBy(variants, ({ operation }) => operation.status ?? 200)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => {
      const schemas = withOwnResponses(those).map(({ operation }) => responseSchema(operation, book))
      const headers = new Set(those.flatMap(successHeaders))
      const [only = {}] = schemas
      const [example] = those.flatMap(({ operation: { name } }) => (name in responses ? [responses[name]] : []))
      return [
        status,
        {
          description: those.map(({ operation }) => operation.summary).join('; or: '),
          headers: headersWith(...headers),
          content: {
            'application/json': {
              schema: schemas.length === 1 ? only : { oneOf: schemas },
              ...(example !== undefined && { example }),
            },
            ...(isExported(those) && exportTypes),
          },
        },
      ]
    }),
  )
}

/** A dry run may have the response of its write. */
const withOwnResponses = (variants: readonly RoutedOperation[]) =>
  variants.filter(
    ({ operation }, index) => variants.findIndex((one) => one.operation.output === operation.output) === index,
  )

/** A list is also returned as an export (docs/interface.md#exports). */
const isExported = (variants: readonly RoutedOperation[]) => variants.some(({ operation }) => operation.paged)
const exportTypes = {
  'application/x-ndjson': { schema: { type: 'string', description: 'All records, one JSON object in a line' } },
  'text/csv': { schema: { type: 'string', description: 'All records as CSV with a header row' } },
}

/** Page envelopes are named after their records. */
function responseSchema(operation: Operation, book: SchemaBook): JsonSchema {
  const schema = book.ofOutput(operation.output)
  if ('$ref' in schema) return schema
  const record = operation.paged && /\/(\w+)$/.exec(recordRef(schema))?.[1]
  const name = record ? `${record}Page` : `${typeName(operation)}Answer`
  const description = record ? `A page of records of the type ${record}` : `Response of ${nameOf(operation)}`
  return book.name(name, { ...schema, description })
}

function recordRef(page: JsonSchema): string {
  const { items } = propertiesOf(page).value ?? {}
  return typeof items === 'object' && items !== null && '$ref' in items ? String(items.$ref) : ''
}
