import { z } from 'zod'
import type { AppError } from '../../shared/contract/core/errors.ts'
import { defineService } from '../../shared/contract/core/operation.ts'
import type { Broker } from '../../shared/messaging/broker.ts'
import { createCall, createCallBytes } from '../../shared/messaging/rpc/call.ts'
import { type Handlers, serve } from '../../shared/messaging/rpc/serve.ts'
import { createCapturedLog, type LogLine } from './captured-log.ts'

/** A small service to try the messaging with: reads of each kind, one write. */
export const probe = defineService('probe', {
  look: {
    summary: 'Answers with what it was asked',
    access: 'public',
    effect: 'read',
    input: z.object({ word: z.string() }),
    output: z.object({ word: z.string() }),
    errors: ['not_found'],
  },
  change: {
    summary: 'Answers with what it was asked',
    access: 'public',
    effect: 'write',
    input: z.object({ word: z.string() }),
    output: z.object({ word: z.string() }),
    errors: ['conflict'],
  },
  guarded: {
    summary: 'For those who may read items in a warehouse',
    access: 11,
    effect: 'read',
    warehouses: ['wid'],
    input: z.object({ wid: z.int() }),
    output: z.object({ caller: z.string() }),
    errors: [],
  },
})

const echo: Handlers<typeof probe> = {
  look: async ({ word }) => ({ word }),
  change: async ({ word }) => ({ word }),
  guarded: async (_, { caller }) => ({ caller: caller?.id ?? '' }),
}

export interface ServedProbe extends AsyncDisposable {
  readonly lines: LogLine[]
}

/** Serves the probe on a broker; handlers that are not given echo. A token proves a client of that name with permission 11 and warehouse 1, unless that is `nobody`. */
export async function serveProbe(
  broker: Broker,
  handlers: Partial<Handlers<typeof probe>> = {},
  isUnavailable?: (error: unknown) => boolean,
): Promise<ServedProbe> {
  const { log, lines } = createCapturedLog()
  const serving = await serve(
    broker,
    probe,
    { ...echo, ...handlers },
    {
      log,
      identify: (token) =>
        token === undefined || token === 'nobody'
          ? undefined
          : { kind: 'client', id: token, permissions: [11], warehouses: [1], readOnly: false, active: true },
      ...(isUnavailable && { isUnavailable }),
    },
  )
  return { lines, [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose]() }
}

/** Calls over a broker as the client of that name. */
export const callOver = (broker: Broker, client = 'anna') => createCall(createCallBytes(broker), () => client)

/** The error that a call ends with; throws if it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<AppError> {
  try {
    await call
  } catch (error) {
    // A call rejects with an AppError or with a bug, which the assertion on its code shows.
    return error as AppError
  }
  throw new Error('The call succeeded')
}
