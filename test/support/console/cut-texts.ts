import type { Page } from 'playwright-core'
import { AT_REST } from './barriers.ts'

const DRAWN = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
const FIND = `${DRAWN}.then(() => ${AT_REST}).then(() => {
  const isTooWide = (element) => element.scrollWidth > element.clientWidth + 1
  const isCut = (element) => {
    const { display, overflowX } = getComputedStyle(element)
    return display !== 'inline' && isTooWide(element) && !(display === 'table-cell' && overflowX === 'hidden')
  }
  const parts = document.querySelectorAll('td, th, caption, button *, [class*="Badge"] *')
  return [
    ...(isTooWide(document.documentElement) ? ['the page is wider than its window'] : []),
    ...[...parts].filter(isCut).map(({ textContent }) => textContent),
  ]
})`

/** So long a page that has a new width may take until its charts are drawn anew. */
const SETTLES_MS = 10_000

/** Texts that are cut or reach out of their cell, and a page that is wider than its window. A wide cell may end with an ellipsis. */
export async function findCutTexts(page: Page): Promise<readonly string[]> {
  const end = Date.now() + SETTLES_MS
  for (;;) {
    const found = await page.evaluate<string[]>(FIND)
    if (found.length === 0 || Date.now() > end) return found
  }
}
