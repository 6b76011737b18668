import { errorCatalogue } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { familyDescriptions } from '../../shared/contract/index.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import { type RoutedOperation, toRouted } from '../routes/routed-operation.ts'
import { errorSchemas, sharedErrors } from './errors.ts'
import { headerComponents, notModified } from './headers.ts'
import { parameterComponents } from './parameters.ts'
import { tagOf, toPathOperation } from './path-item.ts'
import { createSchemaBook, withDiscriminators } from './schemas.ts'
import { toWebhooks, webhookParameters } from './webhooks.ts'

interface DocumentOptions {
  /** Address that the operations' paths are below; a path alone is relative to where the document came from. */
  readonly baseUrl: string
  readonly rateLimitPerMinute: number
  /** Web page or mail address for questions about this installation. */
  readonly contact?: string | undefined
}

/** The interface as OpenAPI 3.1, derived from the contract. */
export function createOpenApi(
  operations: readonly Operation[],
  { baseUrl, rateLimitPerMinute, contact }: DocumentOptions,
) {
  const routed = operations.flatMap((operation) => toRouted(operation) ?? [])
  const book = createSchemaBook()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const variants of groupBy(routed, ({ method, path }) => `${method} ${path}`).values()) {
    // First the operation without a required query parameter.
    const [main, ...others] = variants.toSorted((one, other) => queries(one) - queries(other))
    if (!main) continue
    const path = main.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [main.method.toLowerCase()]: toPathOperation([main, ...others], book) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inventory Service',
      version: VERSION,
      description: introduction(rateLimitPerMinute),
      contact: toContact(contact),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ clientCredentials: [] }, { bearer: [] }],
    tags: [...new Set(routed.map(tagOf))].map((name) => ({ name, description: familyDescriptions[name] ?? name })),
    paths,
    webhooks: toWebhooks(book),
    components: {
      securitySchemes: {
        clientCredentials: {
          type: 'oauth2',
          description: 'Client id and secret, from the operator. The token goes into the Authorization header.',
          flows: { clientCredentials: { tokenUrl: `${baseUrl}/Token`, scopes: {} } },
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'A token that was got before' },
      },
      schemas: { ...errorSchemas, ...withDiscriminators(book.components) },
      responses: { NotModified: notModified, ...sharedErrors(rateLimitPerMinute) },
      headers: headerComponents,
      parameters: { ...parameterComponents, ...webhookParameters },
    },
  }
}

function toContact(contact: string | undefined) {
  const name = 'Operator of this installation'
  if (contact === undefined) return { name }
  return contact.includes('://') ? { name, url: contact } : { name, email: contact }
}

const queries = ({ requiredQuery }: RoutedOperation) => (requiredQuery === undefined ? 0 : 1)

/** Description of the whole interface, in Markdown. */
function introduction(rateLimitPerMinute: number): string {
  const codes = Object.entries(errorCatalogue).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
  )
  return `Items, inventory lots and stock levels: receive, move and issue stock, and read it all back.

## Authentication
\`POST /Token\` with client id and secret gives a bearer token. Send it as \`Authorization: Bearer …\`; after a 401 get
another one.
A client sees and changes the warehouses that it is given, and does what the permissions of its group allow.

## Limits
${rateLimitPerMinute} requests per minute for each client, and for each address without a valid token. Every response
states in \`RateLimit\` what is left; a 429 states in \`Retry-After\` how long to wait. Bodies are at most 100 kB.

## Writes that must not happen twice
Give each write an \`Idempotency-Key\` of its own and repeat it with the same key after a broken connection, 503 or 504.
It takes effect once; \`GET /Operations/{key}\` reports its outcome.

In a sandbox, whose responses say \`X-Sandbox: on\`, \`X-Sandbox-Fault\` asks for a 503, 504, 429, a late or a lost response,
so that you can try how your program repeats. Elsewhere it is ignored and named in \`X-Ignored-Headers\`.

## Paging
Lists return a page. Follow \`next\` in the \`Link\` header: its \`after\` begins behind the last record that you have
read, so you miss none while others come and go. \`page\` leads to any page by its number.

## Finding a request again
Every response has an \`X-Request-Id\`: the request's own, or a new one. A W3C \`traceparent\` is continued. Both are in
every log.

## Values
Quantities are decimal numbers with at most 6 places, in the item's unit of measure (\`uOM\`). Date-times are ISO 8601,
returned in UTC. Strings are trimmed. Members that are not known are ignored and named in \`X-Ignored-Fields\`; responses may
get more members.

## Errors
| error | HTTP | Meaning |
|---|---|---|
${codes.join('\n')}

An unknown path is 404, a known one with another method 501 with an \`Allow\` header.`
}
