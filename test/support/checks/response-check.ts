import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Readonly<Record<string, unknown>>

/** The parts of an OpenAPI document that tests use. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly responses: Readonly<Record<string, OpenApiResponse>>
  }
}
export interface OpenApiOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>
}
export interface OpenApiResponse {
  readonly headers: Readonly<Record<string, unknown>>
  readonly content: {
    readonly 'application/json': {
      readonly example?: Json
      readonly examples?: Readonly<Record<string, { readonly value: Json }>>
    }
  }
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Headers that HTTP or helmet defines, not this interface. */
const unremarkable = new Set(
  'connection content-length content-type date keep-alive cache-control content-security-policy cross-origin-opener-policy cross-origin-resource-policy origin-agent-cluster referrer-policy strict-transport-security x-content-type-options x-dns-prefetch-control x-download-options x-frame-options x-permitted-cross-domain-policies x-xss-protection allow pragma vary content-encoding'.split(
    ' ',
  ),
)

/** Compares answers with an OpenAPI document; each difference is one line. */
export function createResponseCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closedSchemas(document), 'document')
  const validators = new Map<string, ValidateFunction>()

  const responseOf = (method: string, path: string, status: number) => {
    const found = document.paths[path]?.[method.toLowerCase()]?.responses[status]
    if (found === undefined) return undefined
    if (!('$ref' in found))
      return {
        response: found,
        pointer: `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`,
      }
    const name = found.$ref.slice(found.$ref.lastIndexOf('/') + 1)
    const response = document.components.responses[name]
    return response && { response, pointer: `/components/responses/${name}` }
  }

  const validatorOf = (pointer: string) => {
    const $ref = encodeURI(`document#${pointer}/content/application~1json/schema`)
    const validate = validators.get($ref) ?? ajv.compile({ $ref })
    validators.set($ref, validate)
    return validate
  }

  return {
    /** Every error body that the document has as an example. */
    errorBodies(method: string, path: string, status: number): Json[] {
      const { example, examples = {} } = responseOf(method, path, status)?.response.content['application/json'] ?? {}
      return [...(example ? [example] : []), ...Object.values(examples).map(({ value }) => value)]
    },
    /** The faults of a response's example; a missing example is one. */
    exampleFaults(method: string, path: string, status: number): string[] {
      const found = responseOf(method, path, status)
      const { example } = found?.response.content['application/json'] ?? {}
      if (!found || example === undefined) return [`${method} ${path} ${status}: no example`]
      const validate = validatorOf(found.pointer)
      return validate(example) ? [] : [`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`]
    },
    differences(method: string, path: string, { status, headers, body }: HttpResponse): string[] {
      const told = responseOf(method, path, status)
      if (!told) return [`${method} ${path}: ${status} is not documented`]
      const validate = validatorOf(told.pointer)
      const documented = Object.keys(told.response.headers).map((name) => name.toLowerCase())
      // Of the conflicts, the one whose first request is still running.
      const isRunning = JSON.stringify(body).includes('is still running')
      const always = documented
        .filter((name) => !/^x-(total|page|plan|ignored)|^idempotent|^link$/.test(name))
        .filter((name) => name !== 'retry-after' || status !== 409 || isRunning)
      return [
        ...(validate(body) ? [] : [`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`]),
        ...always
          .filter((name) => headers[name] === undefined)
          .map((name) => `${method} ${path} ${status}: no ${name}`),
        ...Object.keys(headers)
          .filter((name) => !unremarkable.has(name) && !documented.includes(name))
          .map((name) => `${method} ${path} ${status}: ${name} is not documented`),
      ]
    },
  }
}

/** The document with additional properties forbidden in every object, so that an undocumented field is a difference. */
export function closedSchemas(document: unknown): Json {
  // Mapping the members of an object gives an object.
  return closed(document) as Json
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  return 'properties' in members && members.type === 'object' ? { ...members, additionalProperties: false } : members
}
