import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
])
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((list): Record<string, string | number> => Object.fromEntries(list.map(({ key, value }) => [key, value])))

/** The fields of OTLP/HTTP's JSON spans that the tests use (opentelemetry-proto, trace.proto). */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int(),
              attributes: Attributes,
              status: z.object({ code: z.int().default(0) }),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Sent = z.output<typeof Export>['resourceSpans'][number]

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

/** One span and the process that sent it. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: string | undefined
  readonly isError: boolean
  readonly attributes: Readonly<Record<string, string | number>>
  readonly resource: Readonly<Record<string, string | number>>
}

/** An OpenTelemetry collector that keeps what it receives. With `hangs` it accepts requests and never answers. */
export interface OtlpCollector extends AsyncDisposable {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** How many exports have arrived. */
  readonly exports: number
}

export async function createOtlpCollector({ hangs = false } = {}): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = []
  let exports = 0
  const server = createServer(async (req, res: ServerResponse) => {
    const sent = Export.parse(await json(req))
    exports++
    if (hangs) return
    spans.push(...sent.resourceSpans.flatMap(toSpans))
    res.writeHead(req.url === '/v1/traces' ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    get exports() {
      return exports
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function toSpans({ resource, scopeSpans }: Sent): CollectedSpan[] {
  return scopeSpans.flatMap((scope) =>
    scope.spans.map(({ kind, status, parentSpanId, ...span }) => ({
      ...span,
      parentSpanId,
      kind: KINDS[kind],
      isError: status.code === 2,
      resource: resource.attributes,
    })),
  )
}
