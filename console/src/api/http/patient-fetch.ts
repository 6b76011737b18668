import { waitVisibly } from './pause.ts'

const UNSAID_SECONDS = 5

/** Sends a request, and again at the time of `Retry-After` while the rate limit is spent: nothing was done then. */
export async function patientFetch(request: Request): Promise<Response> {
  for (;;) {
    const response = await fetch(request.clone())
    if (response.status !== 429) return response
    await waitVisibly((Number(response.headers.get('Retry-After')) || UNSAID_SECONDS) * 1_000)
  }
}
