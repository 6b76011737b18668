import type { RoutedOperation } from '../routes/routed-operation.ts'

const integer = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** Response headers of the interface. */
export const headerComponents = {
  'X-Request-Id': {
    description:
      "The request's id in the logs: the client's own X-Request-Id if it has 1 to 64 letters, digits, _ . : or -, " +
      'else a new one',
    schema: text,
  },
  'X-Ignored-Parameters': {
    description:
      'Query parameters that the path does not know and that were ignored: ' +
      'percent-encoded names, separated by commas (only if there are any)',
    schema: text,
    example: 'itemId, warehouse',
  },
  'X-Ignored-Fields': {
    description:
      'Members of the body that the operation does not know and that were ignored, and elements of a scanned code that ' +
      'no field takes: percent-encoded names, separated by commas (only if there are any)',
    schema: text,
    example: 'colour, lines[0].closedShort, scan.11',
  },
  'X-API-Version': { description: 'Version of the interface', schema: { const: 'v1' } },
  'RateLimit-Policy': {
    description: 'Requests (q) in a window of seconds (w), draft-ietf-httpapi-ratelimit-headers',
    schema: text,
    example: '"default";q=100;w=60',
  },
  RateLimit: {
    description: 'Requests remaining (r) and seconds until the window ends (t)',
    schema: text,
    example: '"default";r=87;t=12',
  },
  'X-RateLimit-Limit': { description: 'Requests in a window', schema: integer },
  'X-RateLimit-Remaining': { description: 'Requests remaining in this window', schema: integer },
  'X-RateLimit-Reset': { description: 'End of this window, in seconds since 1970', schema: integer },
  'X-RateLimit-Cost': {
    description: 'Requests that this one counts as (operations that say so only)',
    schema: integer,
  },
  'Retry-After': { description: 'Seconds to wait before the request is repeated', schema: integer },
  'WWW-Authenticate': { description: 'The scheme to authenticate with', schema: text },
  'X-Total-Count': { description: 'Records matching the query, before paging (pages only)', schema: integer },
  'X-Page': { description: 'Number of this page (pages only)', schema: integer },
  'X-Page-Size': { description: 'Records on a page (pages only)', schema: integer },
  Link: {
    description:
      'Addresses of the first, prev, next and last page, the next with `after`; with an error, of its explanation ' +
      '(RFC 8288)',
    schema: text,
    example: '</api/v1/Item?pageSize=25&after=8kQ2xTbWc>; rel="next", </api/v1/Item?pageSize=25&page=3>; rel="last"',
  },
  'X-Snapshot': {
    description:
      'The last change of the feed that the rows know; `snapshot` asks for rows of the same moment (reports only)',
    schema: integer,
  },
  'X-Time-Zone': {
    description: 'The zone of days in parameters and rows, an IANA name (reports only)',
    schema: text,
    example: 'Europe/Berlin',
  },
  ETag: {
    description:
      'Changes with the response; sent in If-None-Match, it saves the body of a response that has not changed',
    schema: text,
  },
  'X-Plan': {
    description: 'Names the request and the effect that a dry run shows, for If-Plan-Match (dry runs only)',
    schema: text,
  },
  'Idempotent-Replayed': {
    description: 'true if the response is that of an earlier request with the same Idempotency-Key',
    schema: { const: 'true' },
  },
  'Cache-Control': { description: 'Which caches may keep the response', schema: text },
  Pragma: { description: 'As Cache-Control, for old proxies', schema: text },
} as const

export type HeaderName = keyof typeof headerComponents

const always: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Ignored-Parameters',
  'X-API-Version',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

/** References to the headers of every response, and to `more`. */
export function headersWith(...more: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries([...always, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Headers of a successful response, besides those of every response. */
export function successHeaders({ operation, method, bodyFields }: RoutedOperation): readonly HeaderName[] {
  const isKnown = (name: string): name is HeaderName => name in headerComponents
  return [
    ...(operation.paged ? (['X-Total-Count', 'X-Page', 'X-Page-Size', 'Link'] as const) : []),
    ...(operation.report === undefined ? [] : (['X-Snapshot', 'X-Time-Zone'] as const)),
    ...(method === 'GET' ? (['ETag', 'Cache-Control'] as const) : []),
    ...(bodyFields.length > 0 ? (['X-Ignored-Fields'] as const) : []),
    ...(operation.hasDryRun && operation.effect === 'read' ? (['X-Plan'] as const) : []),
    ...(operation.countsAs ? (['X-RateLimit-Cost'] as const) : []),
    ...(operation.effect === 'write' ? (['Idempotent-Replayed'] as const) : []),
    ...Object.keys(operation.headers ?? {}).filter(isKnown),
  ]
}

/** Response to a read whose ETag the client sent in If-None-Match. */
export const notModified = {
  description: 'The response that If-None-Match names has not changed; no body',
  headers: headersWith('ETag', 'Cache-Control'),
}
