import type { Page, Route } from 'playwright-core'

/** Requests of a page that a test answers itself, or loses, for a while. */
export interface Interruption {
  begin(): void
  end(): void
}

/**
 * Interrupts the requests whose address matches, from now on. After its end the route stays on the page: if it were
 * removed, a request that is sent at that moment could stay without a response.
 */
export async function interrupt(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<Interruption> {
  let isOn = true
  await page.route(address, (route) => (isOn ? handle(route) : route.fallback()))
  return {
    begin() {
      isOn = true
    },
    end() {
      isOn = false
    },
  }
}
