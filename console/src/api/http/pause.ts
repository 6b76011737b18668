const UNSAID_SECONDS = 5

/** Sends a request, and again at the time of `Retry-After` while the rate limit is spent: nothing was done then. */
export async function patientFetch(request: Request): Promise<Response> {
  for (;;) {
    const response = await fetch(request.clone())
    if (response.status !== 429) return response
    await waitVisibly((Number(response.headers.get('Retry-After')) || UNSAID_SECONDS) * 1_000)
  }
}

/** When requests go on, in milliseconds since 1970; undefined while nothing waits. */
let until: number | undefined
let waiting = 0
const listeners = new Set<() => void>()

const SHOWN_FROM_MS = 1_500

/** Waits, and tells the page so that it can say when it goes on. */
export async function waitVisibly(ms: number): Promise<void> {
  waiting++
  if (ms >= SHOWN_FROM_MS) set(Math.max(until ?? 0, Date.now() + ms))
  await new Promise((resolve) => setTimeout(resolve, ms))
  if (--waiting === 0) set(undefined)
}

export const pausedUntil = (): number | undefined => until

export function onPause(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(moment: number | undefined): void {
  until = moment
  for (const listener of listeners) listener()
}
