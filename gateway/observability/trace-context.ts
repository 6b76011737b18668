import { randomUUID } from 'node:crypto'

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * `traceparent` (W3C Trace Context, version 00) of a new span in the trace that `traceparent` names, or in a new, unsampled
 * trace if it is missing or not valid.
 */
export function continueTrace(traceparent: string | string[] | undefined): string {
  const [, version, traceId, parentId, flags, more] = TRACEPARENT.exec(String(traceparent ?? '')) ?? []
  const isValid =
    traceId !== undefined &&
    version !== 'ff' &&
    (version !== '00' || more === undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId ?? '')
  const sampled = isValid && Number.parseInt(flags ?? '', 16) & 1 ? '01' : '00'
  return `00-${isValid ? traceId : randomHex()}-${randomHex().slice(16)}-${sampled}`
}

/** 32 hex digits whose latter half is never all zero, since it holds the UUID's variant. Node.js takes them from a pool. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '')
}
