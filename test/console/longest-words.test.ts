import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createDemoData } from '../../local/demo/demo-data.ts'
import { heading } from '../support/console/console-page.ts'
import { useConsole } from '../support/console/console-system.ts'
import { expectNoTrouble, openWindow, TEST_LIMIT_MS } from '../support/console/console-window.ts'
import { screens } from '../support/console/screens.ts'
import { searchButton } from '../support/console/steps.ts'

const world = useConsole((call) => createDemoData(call, () => undefined))

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const FILLER = 'W'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const property = z.looseObject({ maxLength: z.int().optional(), anyOf: z.array(z.unknown()).optional() })

/** The greatest length that the contract allows texts of a name. */
const allowed = new Map<string, number>()
function collect(value: unknown, name = ''): void {
  if (typeof value !== 'object' || value === null) return
  const { maxLength, anyOf = [] } = property.safeParse(value).data ?? {}
  if (maxLength !== undefined) allowed.set(name, Math.max(maxLength, allowed.get(name) ?? 0))
  for (const one of anyOf) collect(one, name)
  for (const [member, one] of Object.entries(value)) if (member !== 'anyOf') collect(one, member)
}
collect(JSON.parse(read('../../gateway/openapi.json')))

/** Answers call some of what requests name by another name. */
const ALSO: Readonly<Record<string, string>> = {
  actor: 'shortID',
  alias: 'shortID',
  associate: 'customer',
  itemID: 'shortID',
  key: 'shortID',
  rFIDTag: 'rfidTag',
  warehouse: 'spot',
}
/** Words that the program has made, not a person. */
const FIXED = ['state', 'code', 'scan']
const ofProgram = /\/(Report|Health\/Figures)$/

const longest = (name: string): number | undefined =>
  FIXED.includes(name)
    ? undefined
    : (allowed.get(ALSO[name] ?? name) ?? (/name$/i.test(name) ? allowed.get('name') : undefined))

/** An answer with the longest words in it: none has a space. */
const lengthen = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(lengthen)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthenedField(name, one)]))
      : value

function lengthenedField(name: string, value: unknown): unknown {
  const most = longest(name)
  return most !== undefined && typeof value === 'string' && value !== '' ? withFiller(value, most) : lengthen(value)
}

const withFiller = (word: string, most: number) => word.replaceAll(' ', '').padEnd(most, FILLER)

/** What the page asks for by a lengthened name is asked for by the name itself. */
async function answerLengthened(route: Route): Promise<void> {
  const url = route
    .request()
    .url()
    .replaceAll(new RegExp(`${FILLER}{8,}`, 'g'), '')
  const response = await route.fetch({ url })
  const isOfPerson = response.headers()['content-type']?.includes('json') && !ofProgram.test(new URL(url).pathname)
  await (isOfPerson ? route.fulfill({ response, json: lengthen(await response.json()) }) : route.fulfill({ response }))
}

/** What reaches out of the window, if the page is wider than that. */
const widthsOf = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= innerWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    const inner = wide.filter((one) => ![...one.children].some((child) => wide.includes(child)))
    return [scrollWidth + ' px', ...inner.slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 200))]
  })()`)

/** The address of a record that is named by a text has the longest one too. */
const lengthenPath = (path: string) =>
  path.replace(/^(\/[a-z-]+\/)([A-Z][^/?]*)$/, (_, list: string, name: string) => list + withFiller(name, 64))

describe('On a phone', { timeout: TEST_LIMIT_MS }, () => {
  test('no screen is wider than the window, with the longest word in each text', async (context) => {
    await using window = await openWindow(context, world, phone)
    const { page } = window
    const underWay = new Set<unknown>()
    page.on('request', (request) => underWay.add(request))
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    await page.route('**/console/api/**', answerLengthened)
    const tooWide: string[] = []
    for (const { path, isWrite } of screens) {
      await window.open(lengthenPath(path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => underWay.size, { timeout: TEST_LIMIT_MS }).toBe(0)
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
      if (!isWrite) expect([path, await page.getByRole('alert').allInnerTexts()]).toEqual([path, []])
      for (const what of await widthsOf(page)) tooWide.push(`${path}: ${what}`)
    }
    await searchButton(page).click()
    await page.getByRole('combobox', { name: 'Search' }).fill('bolt')
    await page
      .getByRole('option', { name: /^BOLT\S+W{9}/ })
      .first()
      .waitFor()
    for (const what of await widthsOf(page)) tooWide.push(`search: ${what}`)
    const fits =
      "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('[role=listbox]'))"
    expect(await page.evaluate(fits)).toBe(true)
    expect(tooWide).toEqual([])
    expectNoTrouble(window)
  })
})
