import type { Operation } from '../../shared/contract/core/operation.ts'
import { familyDescriptions } from '../../shared/contract/index.ts'
import { VERSION } from '../../shared/contract/version.ts'
import { groupBy } from '../../shared/process/group-by.ts'
import { type RoutedOperation, toRouted } from '../routes/routed-operation.ts'
import { withDiscriminators } from './discriminators.ts'
import { errorSchemas, sharedErrors } from './errors.ts'
import { headerComponents, notModified } from './headers.ts'
import { introduction } from './introduction.ts'
import { parameterComponents } from './parameters.ts'
import { tagOf, toPathOperation } from './path-item.ts'
import { createSchemaBook } from './schemas.ts'
import { toWebhooks, webhookParameters } from './webhooks.ts'

export interface DocumentOptions {
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
