import { z } from 'zod'
import type { AppError } from '../../../shared/contract/core/errors.ts'
import { defineService } from '../../../shared/contract/core/operation.ts'
import type { Broker } from '../../../shared/messaging/broker.ts'
import { createCall, createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { type Handlers, serve } from '../../../shared/messaging/rpc/serve.ts'
import { createCapturedLog, type LogLine } from './captured-log.ts'

/** A small service to test messaging with: reads and one write. */
export const probe = defineService('probe', {
  look: {
    summary: 'Answers with its input',
    access: 'public',
    effect: 'read',
    input: z.object({ word: z.string() }),
    output: z.object({ word: z.string() }),
    errors: ['not_found'],
  },
  change: {
    summary: 'Answers with its input',
    access: 'public',
    effect: 'write',
    partitionBy: 'word',
    input: z.object({ word: z.string() }),
    output: z.object({ word: z.string() }),
    errors: ['conflict'],
  },
  guarded: {
    summary: 'Needs a permission and a warehouse',
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

/** Serves the probe; handlers that are not given echo their input. A token is the name of a client with permission 11 and warehouse 1; the token `nobody` is invalid. */
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
          : {
              kind: 'client',
              id: token,
              permissions: [11],
              reports: [],
              warehouses: [1],
              readOnly: false,
              active: true,
            },
      ...(isUnavailable && { isUnavailable }),
    },
  )
  return { lines, [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose]() }
}

/** Calls over a broker as the client with that name. */
export const callOver = (broker: Broker, client = 'anna') => createCall(createCallBytes(broker), () => client)

/** The error of a call; throws if the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<AppError> {
  try {
    await call
  } catch (error) {
    // Calls reject with an AppError; any other error fails the assertion on its code.
    return error as AppError
  }
  throw new Error('The call succeeded')
}
