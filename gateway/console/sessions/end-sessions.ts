import { validationError } from '../../../shared/contract/core/errors.ts'
import type { Input, Output } from '../../../shared/contract/core/operation.ts'
import type { gateway } from '../../../shared/contract/gateway.ts'
import type { SessionStore } from './session-store.ts'

/** Ends sessions for the operator, at every gateway. Signing in again begins a new one. A repeat ends newer sessions too. */
export const createEndSessions =
  (sessions: SessionStore) =>
  async ({ clientId, actor }: Input<typeof gateway.endSessions>): Promise<Output<typeof gateway.endSessions>> => {
    const until = new Date().toISOString()
    if (clientId === undefined && actor === undefined)
      throw validationError({ clientId: ['The field clientId or actor is required.'] })
    await sessions.endAll({ clientId, actor })
    return { until }
  }
