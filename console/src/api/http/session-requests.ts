import type { Fetch } from '../../../../client/src/token-source.ts'

/** Sends requests that end with the session: none is sent, or repeated, for the person who signs in next. */
export function createSessionRequests(send: Fetch): { readonly fetch: Fetch; end(): void } {
  let session = new AbortController()
  return {
    fetch: (request) => send(new Request(request, { signal: AbortSignal.any([request.signal, session.signal]) })),
    end() {
      session.abort()
      session = new AbortController()
    },
  }
}
