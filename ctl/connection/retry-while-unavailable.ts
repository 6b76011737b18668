import { setTimeout as delay } from 'node:timers/promises'
import { AppError, STILL_RUNNING } from '../../shared/contract/core/errors.ts'
import { CtlError } from '../output/io.ts'

const PAUSE_MS = 1_000
/** More seconds than a write that was cut off can hold its operation id. */
const TRIES = 25

/** Ends a whole run of calls. */
export class Stopped extends CtlError {}

/** Repeats a step while the system does not answer; a step must say the same operation id each time. */
export async function retryWhileUnavailable<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (attempt === TRIES) throw new Stopped('The system does not answer any more. Repeat this when it does.')
      await delay(PAUSE_MS)
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { code, message } = error
  return code === 'service_unavailable' || code === 'outcome_unknown' || message === STILL_RUNNING
}
