import { readFileSync, writeFileSync } from 'node:fs'
import type { HttpResponse } from '../../support/checks/response-check.ts'

const FILE = new URL('../../../gateway/openapi/responses.json', import.meta.url)
/** Of a list, so many elements show what it holds. */
const MOST_ELEMENTS = 2
/** Never a secret that was valid. */
const shownSecrets: Readonly<Record<string, string>> = {
  clientSecret: 'c2VjcmV0LW9mLXRoZS1leGFtcGxl',
  access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl',
  client_secret: 'c2VjcmV0LW9mLXRoZS1leGFtcGxl',
  secret: 'whsec_c2VjcmV0LW9mLXRoZS1leGFtcGxl',
}

/** Writes the responses of successes as examples of the document; those that are not answered this time stay. */
export function recordResponses(answers: ReadonlyMap<string, HttpResponse>): void {
  const before: Record<string, unknown> = JSON.parse(readFileSync(FILE, 'utf8'))
  const successes = [...answers].filter(([, { status }]) => status < 300)
  const recorded = { ...before, ...Object.fromEntries(successes.map(([name, { body }]) => [name, toExample(body)])) }
  const sorted = Object.entries(recorded).toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

function toExample(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ELEMENTS).map(toExample)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      typeof member === 'string' ? (shownSecrets[key] ?? member) : toExample(member),
    ]),
  )
}
