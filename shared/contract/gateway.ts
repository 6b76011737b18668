import { z } from 'zod'
import { operatorWrite, permissions } from './core/access.ts'
import { type ErrorCode, errorCatalogue } from './core/errors.ts'
import { integerText, listOf, namedRecord, optional, text } from './core/fields.ts'
import { defineService, type Spec } from './core/operation.ts'
import { status } from './core/status.ts'
import { dayOrMoment } from './dates/date-fields.ts'
import { momentOrNull } from './documents/document-records.ts'

/** Most requests of a client that are remembered, and for how long. */
export const MAX_FAILED_REQUESTS = 1_000
export const FAILED_REQUESTS_DAYS = 7

// The keys of the catalogue are the codes.
const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]

export const FailedRequest = namedRecord('FailedRequest', 'A request that was refused or failed', {
  at: z.iso.datetime().meta({ description: 'When it arrived' }),
  method: z.string().meta({ description: 'Its method' }),
  path: z.string().meta({ description: 'Its path, without the query; at most 300 characters' }),
  status: z.int().meta({ description: 'The HTTP status of its response' }),
  error: z.enum(codes).meta({ description: 'The code of the error' }),
  message: z.string().meta({ description: 'The message of the error' }),
  fields: listOf(z.string(), 'The fields that are bad, of a validation error, at most 50; never their values'),
  requestId: z.string().meta({ description: 'Its X-Request-Id' }),
  key: z.string().nullable().meta({ description: 'Its Idempotency-Key; null if it had none' }),
})
export type FailedRequest = z.output<typeof FailedRequest>

/** Requests that were refused or failed: what a client would otherwise ask the operator for. */
const failedRequests = {
  listFailedRequests: {
    summary: "List the client's own requests that were refused or failed in the last 7 days, newest first",
    description:
      `At most the last ${MAX_FAILED_REQUESTS}, without bodies and queries. Of requests beyond the rate limit the first ` +
      'of a minute is named. They are kept in memory, and may be missing after a failure of the server for it.',
    route: 'GET /Requests',
    access: 'client',
    effect: 'read',
    input: z.object({
      status: optional(
        integerText(
          z
            .int('must be an integer.')
            .min(400, 'must be an HTTP status of an error.')
            .max(599, 'must be an HTTP status of an error.'),
        ),
      ).meta({
        description: 'Only those with this status',
      }),
      path: optional(text(300)).meta({ description: 'Only those whose path begins so, such as /Inventory' }),
      since: optional(dayOrMoment('from')).meta({
        description: 'Only those that arrived on this day, at this moment or later',
      }),
      client: optional(text(64)).meta({
        description: 'The id of another client, by those who may read clients (permission 9014)',
      }),
    }),
    output: namedRecord('FailedRequests', 'Requests that were refused or failed', {
      value: z.array(FailedRequest).meta({ description: 'Newest first' }),
    }),
    messages: { forbidden: ['Insufficient permissions.'] },
    example: { status: 409 },
  },
} as const satisfies Record<string, Spec>

const milliseconds = (share: string) =>
  z
    .number()
    .nullable()
    .meta({
      description: `Time in milliseconds within which ${share} of the requests were answered, to a fifth; null without any`,
    })

const RequestFigures = namedRecord(
  'RequestFigures',
  'Requests of the gateway process that answers, of its last minute',
  {
    seconds: z.int().meta({ description: 'Length of the time that the figures are about, up to now' }),
    requestsPerSecond: z.number().meta({ description: 'Requests per second' }),
    p50Ms: milliseconds('half'),
    p99Ms: milliseconds('99 %'),
    rateLimited: z.int().meta({ description: 'Requests refused with 429' }),
    unavailable: z.int().meta({ description: 'Requests with the status 503 or 504' }),
    failed: z.int().meta({ description: 'Requests with another 5xx' }),
  },
)
export type RequestFigures = z.output<typeof RequestFigures>

const ServiceFigures = namedRecord('ServiceFigures', 'State of one process of a service', {
  service: z.string().meta({ description: 'Name of the service' }),
  ready: z.boolean().meta({ description: 'Whether the process that answered for it can work' }),
  reasons: z.array(z.string()).meta({ description: 'What is wrong with it' }),
  since: momentOrNull('When this state was first seen, in UTC; null if unknown'),
  figures: z
    .record(z.string(), z.number())
    .meta({ description: 'What waits in its database, for how many seconds, and what its last reconcile found' }),
})

/** Gateways forward requests to services; they are called for what they know of requests. */
export const gateway = defineService('gateway', {
  status: status('gateway'),
  ...failedRequests,
  endSessions: {
    summary: 'End the sessions of the console that a client, or a person, has begun until now',
    command: 'session end',
    ...operatorWrite,
    input: z.object({
      clientId: optional(text(64)).meta({ description: 'Client id' }),
      actor: optional(text(64)).meta({ description: 'Name of the person, as the ledger has it' }),
    }),
    output: z.object({ until: z.string().meta({ description: 'Sessions that were begun later go on' }) }),
  },
  readFigures: {
    summary: 'Get how busy the gateway that answers is, and what waits in each service',
    route: 'GET /Health/Figures',
    access: permissions.readSystemFigures,
    effect: 'read',
    input: z.object({}),
    output: namedRecord('SystemFigures', 'How busy the system is, and what waits', {
      gateway: RequestFigures,
      services: z.array(ServiceFigures).meta({ description: 'Every service' }),
    }),
    example: {},
  },
})
