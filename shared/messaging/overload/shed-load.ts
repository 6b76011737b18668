import { serviceUnavailable } from '../../contract/core/errors.ts'
import type { CallBytes } from '../rpc/call.ts'
import { type Admission, createAdmission } from './concurrency-limiter.ts'

/** What had to wait is begun within this time of its arrival or not at all, so that it is answered within a second (promise R11). */
const LATEST_START_MS = 700

/** Calls, refused with 503 before anything is sent when a service has more to do than it can; reads and writes apart. */
export function shedLoad(callBytes: CallBytes): CallBytes {
  const admissions = new Map<string, Admission>()
  const admissionTo = (kind: string) => {
    const admission = admissions.get(kind) ?? createAdmission()
    admissions.set(kind, admission)
    return admission
  }
  return async (operation, body, context) => {
    const admission = admissionTo(`${operation.service} ${operation.effect}`)
    const arrivedAt = Date.now()
    const entry = await admission.enter()
    if (entry === 'refused') throw serviceUnavailable()
    const startedAt = Date.now()
    const startDeadline = entry === 'late' ? arrivedAt + LATEST_START_MS : undefined
    try {
      return await callBytes(operation, body, { ...context, startDeadline })
    } finally {
      admission.leave(Date.now() - startedAt)
    }
  }
}
