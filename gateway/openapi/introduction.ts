import { errorCatalogue } from '../../shared/contract/core/errors.ts'

/** Description of the whole interface, in Markdown. */
export function introduction(rateLimitPerMinute: number): string {
  const codes = Object.entries(errorCatalogue).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
  )
  return `Items, inventory lots and stock levels: receive, move and issue stock, and read it all back.

## Authentication
\`POST /Token\` with client id and secret gives a bearer token. Send it as \`Authorization: Bearer …\`; after a 401 get
another one.
A client sees and changes the warehouses that it is given, and does what the permissions of its group allow.

## Limits
${rateLimitPerMinute} requests per minute for each client, and for each address without a valid token. Every answer states in
\`RateLimit\` what is left; a 429 states in \`Retry-After\` how long to wait. Bodies are at most 100 kB.

## Writes that must not happen twice
Give each write an \`Idempotency-Key\` of its own and repeat it with the same key after a broken connection, 503 or 504.
It takes effect once; \`GET /Operations/{key}\` reports its outcome.

In a sandbox, whose answers say \`X-Sandbox: on\`, \`X-Sandbox-Fault\` asks for a 503, 504, 429, a late or a lost answer, so
that you can try how your program repeats. Elsewhere it is ignored and named in \`X-Ignored-Headers\`.

## Paging
Lists answer with a page. Follow \`next\` in the \`Link\` header: its \`after\` begins behind the last record that you have
read, so you miss none while others come and go. \`page\` leads to any page by its number.

## Finding a request again
Every answer has an \`X-Request-Id\`: the request's own, or a new one. A W3C \`traceparent\` is continued. Both are in
every log.

## Values
Quantities are decimal numbers with at most 6 places, in the item's unit of measure (\`uOM\`). Date-times are ISO 8601,
answered in UTC. Strings are trimmed. Members that are not known are ignored and named in \`X-Ignored-Fields\`; answers may
get more members.

## Errors
| error | HTTP | Meaning |
|---|---|---|
${codes.join('\n')}

An unknown path is 404, a known one with another method 501 with an \`Allow\` header.`
}
