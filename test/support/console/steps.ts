import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { choose } from './console-page.ts'

export const windows = [
  ['at a desk', { viewport: { width: 1280, height: 900 } }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const

/** What opens the search: a field at a desk, an icon on a phone. */
export const searchButton = (page: Page) => page.getByRole('button', { name: /^Search/ })

/** A scanner types its code at once, wherever the focus is, and Enter. */
const typeCode = `(code) => {
  const press = (key) => (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
  for (const key of [...code, 'Enter']) press(key)
}`

/** Counts what a person does: a click, a scan, or a field that is filled in, with the Enter after it, is a step. */
export function countSteps(page: Page) {
  let count = 0
  const step = async (act: () => Promise<unknown>): Promise<void> => {
    count++
    await act()
  }
  return {
    step,
    click: (target: Locator) => step(() => target.click()),
    fill: (target: Locator, text: string) => step(() => target.fill(text)),
    choose: (label: string, option: string) => step(() => choose(page, label, option)),
    /** While no field is in focus. */
    scan: (code: string) => step(() => page.evaluate(`(${typeCode})(${JSON.stringify(code)})`)),
    expectAtMost: (most: number) => expect(count).toBeLessThanOrEqual(most),
  }
}
