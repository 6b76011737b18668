import { randomUUID } from 'node:crypto'

const GIVEN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * W3C Trace Context: our own step in the trace that a request belongs to, or in a new one if it names none that is valid.
 * Always in version 00, whose only flag is "sampled"; a new trace is not.
 */
export function continueTrace(traceparent: string | string[] | undefined): string {
  const [, version, traceId, parentId, flags, more] = GIVEN.exec(String(traceparent ?? '')) ?? []
  const isValid =
    traceId !== undefined &&
    version !== 'ff' &&
    (version !== '00' || more === undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId ?? '')
  const sampled = isValid && Number.parseInt(flags ?? '', 16) & 1 ? '01' : '00'
  return `00-${isValid ? traceId : randomHex()}-${randomHex().slice(16)}-${sampled}`
}

/** 32 hex digits, the latter half never all zero; node makes UUIDs from random bytes in stock. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '')
}
