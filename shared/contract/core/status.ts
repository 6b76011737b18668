import { z } from 'zod'
import { serviceRead } from './access.ts'
import type { Spec } from './operation.ts'

const faults = () => z.array(z.object({ name: z.string(), reason: z.string() }))

/**
 * State of the process of a service that answers; `figures` are what waits in its database, how long, and what its last
 * reconcile found.
 */
export const ServiceStatus = z.object({
  /** Services before 1.2.0 do not name it. */
  version: z.string().optional(),
  ready: z.boolean(),
  notReady: faults(),
  degraded: faults(),
  /** Services before 2.0.0 do not say since when. */
  since: z.string().optional(),
  figures: z.record(z.string(), z.number()),
})
export type ServiceStatus = z.output<typeof ServiceStatus>

/** The operation by which the operator asks a service for its state; every service answers it alike. */
export const status = <const S extends string>(service: S) =>
  ({
    summary: `Get the state of the ${service} service`,
    ...serviceRead,
    input: z.object({}),
    output: ServiceStatus,
  }) as const satisfies Spec
