import { MAX_PLAN_TAG } from '../../shared/contract/core/dry-runs.ts'
import type { RoutedOperation } from '../routes/routed-operation.ts'
import { type JsonSchema, propertiesOf, type SchemaBook, withoutNull } from './schemas.ts'

export const parameterComponents = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      "The client's own id for the effect of the request, 1 to 255 visible ASCII characters. " +
      'A request repeated with the same key takes effect once and gets the first response again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['receipt-PO-1001-1'] },
  },
  Actor: {
    name: 'X-Actor',
    in: 'header',
    description:
      'Name of the person for whom the client sends the request, as the ledger shows it: ' +
      '1 to 64 printable characters, percent-encoded as UTF-8 where they are not ASCII',
    schema: { type: 'string', minLength: 1, examples: ['Ada%20Byron'] },
  },
  IfPlanMatch: {
    name: 'If-Plan-Match',
    in: 'header',
    description:
      'The X-Plan of a dry run of the same request: it is done only if every field and the effect are the same, otherwise ' +
      'it is 409 with what differs',
    schema: { type: 'string', maxLength: MAX_PLAN_TAG },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an earlier response: 304 without a body if the response is still the same',
    schema: { type: 'string' },
  },
} as const

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: true
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** Path, query and header parameters of the operations of one method and path, each once. */
export function parametersOf(variants: readonly RoutedOperation[], book: SchemaBook): unknown[] {
  const parameters = new Map<string, Parameter>()
  for (const routed of variants) {
    for (const parameter of ownParameters(routed, variants.length > 1, book)) {
      if (!parameters.has(parameter.name)) parameters.set(parameter.name, parameter)
    }
  }
  const isWrite = variants.some(({ operation }) => operation.effect === 'write')
  const hasDryRun = variants.some(({ operation }) => operation.hasDryRun && operation.effect === 'write')
  const isGet = variants.some(({ method }) => method === 'GET')
  return [
    ...parameters.values(),
    ...(isWrite ? ['IdempotencyKey', 'Actor'].map((name) => ({ $ref: `#/components/parameters/${name}` })) : []),
    ...(hasDryRun ? [{ $ref: '#/components/parameters/IfPlanMatch' }] : []),
    ...(isGet ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
}

function ownParameters(routed: RoutedOperation, isShared: boolean, book: SchemaBook): Parameter[] {
  const { operation, pathFields, queryFields, requiredQuery } = routed
  const input = book.ofInput(operation.input)
  const required = Array.isArray(input.required) ? input.required : []
  const toParameter = (name: string, where: 'path' | 'query'): Parameter => {
    const { description, ...schema } = withoutNull(propertiesOf(input)[name] ?? {})
    const example = operation.example?.[name]
    const isRequired = where === 'path' || (required.includes(name) && !isShared)
    const only = requiredQuery === undefined || name === requiredQuery ? '' : ` (with ${requiredQuery} only)`
    return {
      name,
      in: where,
      ...(isRequired && { required: true }),
      description: `${description ?? name}${only}`,
      schema,
      // Swagger UI fills examples in; for operations that share a path it would send the parameters of all of them at once.
      ...(example !== undefined && requiredQuery === undefined && { example }),
    }
  }
  return [
    ...pathFields.map((name) => toParameter(name, 'path')),
    ...queryFields.map((name) => toParameter(name, 'query')),
  ]
}
