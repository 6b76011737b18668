import { z } from 'zod'
import { permissions } from './core/access.ts'
import { optional, text } from './core/fields.ts'
import { defineService } from './core/operation.ts'
import { status } from './core/status.ts'
import { momentOrNull } from './documents/document-records.ts'
import { failedRequests } from './failed-requests.ts'

const milliseconds = (share: string) =>
  z
    .number()
    .nullable()
    .meta({
      description: `Time in milliseconds within which ${share} of the requests were answered, to a fifth; null without any`,
    })

const RequestFigures = z
  .object({
    seconds: z.int().meta({ description: 'Length of the time that the figures are about, up to now' }),
    requestsPerSecond: z.number().meta({ description: 'Requests per second' }),
    p50Ms: milliseconds('half'),
    p99Ms: milliseconds('99 %'),
    rateLimited: z.int().meta({ description: 'Requests refused with 429' }),
    unavailable: z.int().meta({ description: 'Requests answered with 503 or 504' }),
    failed: z.int().meta({ description: 'Requests answered with another 5xx' }),
  })
  .meta({ id: 'RequestFigures', description: 'Requests of the gateway process that answers, of its last minute' })
export type RequestFigures = z.output<typeof RequestFigures>

const ServiceFigures = z
  .object({
    service: z.string().meta({ description: 'Name of the service' }),
    ready: z.boolean().meta({ description: 'Whether the process that answered for it can work' }),
    reasons: z.array(z.string()).meta({ description: 'What is wrong with it' }),
    since: momentOrNull('When this state was first seen, in UTC; null if unknown'),
    figures: z
      .record(z.string(), z.number())
      .meta({ description: 'What waits in its database, for how many seconds, and what its last reconcile found' }),
  })
  .meta({ id: 'ServiceFigures', description: 'State of one process of a service' })

/** Gateways forward requests to services; they are called for what they know of requests. */
export const gateway = defineService('gateway', {
  status: status('gateway'),
  ...failedRequests,
  endSessions: {
    summary: 'End the sessions of the console that a client, or a person, has begun until now',
    command: 'session end',
    access: 'operator',
    effect: 'write',
    input: z.object({
      clientId: optional(text(64)).meta({ description: 'Client id' }),
      actor: optional(text(64)).meta({ description: 'Name of the person, as the ledger has it' }),
    }),
    output: z.object({ until: z.string().meta({ description: 'Sessions that were begun later go on' }) }),
    errors: [],
  },
  readFigures: {
    summary: 'Get how busy the gateway that answers is, and what waits in each service',
    route: 'GET /Health/Figures',
    access: permissions.readSystemFigures,
    effect: 'read',
    input: z.object({}),
    output: z
      .object({ gateway: RequestFigures, services: z.array(ServiceFigures).meta({ description: 'Every service' }) })
      .meta({ id: 'SystemFigures', description: 'How busy the system is, and what waits' }),
    errors: [],
    example: {},
  },
})
