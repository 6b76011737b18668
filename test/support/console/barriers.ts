import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A colour that is on its way to another has no contrast of its own, a part on its way no place. */
export const AT_REST = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))`
const RULES = {
  all: "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']",
  colors: "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }",
} as const
const run = (rules: string) =>
  `${AT_REST}.then(() => axe.run(document, { runOnly: ${rules}, resultTypes: ['violations'] }))
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`

/**
 * What axe-core finds on the page against WCAG 2.2 AA: by all rules, or by those about colours, for a page that has changed its colours only.
 * The debugger runs it, since the page's policy allows no foreign script.
 */
export async function findBarriers(page: Page, rules: keyof typeof RULES = 'all'): Promise<readonly unknown[]> {
  const debug = await page.context().newCDPSession(page)
  const { result: present } = await debug.send('Runtime.evaluate', { expression: 'typeof axe' })
  if (present.value === 'undefined') await debug.send('Runtime.evaluate', { expression: axe })
  const expression = run(RULES[rules])
  const { result } = await debug.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  await debug.detach()
  if (!Array.isArray(result.value)) throw new Error(`axe-core did not run: ${result.description}`)
  return result.value
}
