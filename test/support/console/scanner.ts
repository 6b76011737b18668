import type { Page } from 'playwright-core'

/** Types as a wedge scanner does: 5 ms between keys, FNC1 (^) as Ctrl+], and Enter at the end. */
export async function scanKeys(page: Page, code: string): Promise<void> {
  for (const [at, text] of code.split('^').entries()) {
    if (at > 0) await page.keyboard.press('Control+]')
    await page.keyboard.type(text, { delay: 5 })
  }
  await page.keyboard.press('Enter')
}
