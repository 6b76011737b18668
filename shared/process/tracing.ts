import type { Logger } from './log.ts'

/** Attributes by the names of OpenTelemetry's semantic conventions; never secrets, bodies or queries. */
export type Facts = Readonly<Record<string, string | number | undefined>>

/** How a step ended. */
export interface StepEnd {
  /** A better name than the one it began with. */
  readonly name?: string
  readonly facts?: Facts
  /** It failed, of this kind (`error.type`). */
  readonly error?: string | undefined
}

/** A step of a trace that is under way: a span. */
export interface Step {
  /** Names it to the steps that it leads to, here or in another process (W3C Trace Context). */
  readonly traceparent: string
  end(end?: StepEnd): void
}

/** Where the steps of requests are told to; absent in a process that tells nobody. */
export interface Tracing extends AsyncDisposable {
  /** Begins a step below the one that `parent` names; a new trace if that is missing or not valid. */
  begin(
    kind: 'server' | 'client' | 'producer' | 'consumer',
    name: string,
    parent: string | undefined,
    facts: Facts,
  ): Step
  /** Runs `work` so that `current` is this step, in everything that it begins. */
  within<T>(traceparent: string | undefined, work: () => T): T
  /** The step that this is a part of, for what has no request at hand: the driver of the database, the outbox. */
  readonly current: string | undefined
}

/** Runs what several requests share as a part of one of their steps, and not of whichever happened to be there before. */
export function asPartOf<T>(tracing: Tracing | undefined, traceparent: string | undefined, work: () => T): T {
  return tracing ? tracing.within(traceparent, work) : work()
}

/** Tracing to an OTLP collector, if there is one; what that needs is not even loaded otherwise. */
export async function startTracing(
  service: string,
  endpoint: string | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(service, endpoint, log)
}
