import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { shareBrowser } from '../../support/browser.ts'
import { createApi } from '../../support/system/api.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let client: TestClient
let origin: string
let browser: Browser | string

beforeAll(async () => {
  system = await startSystem()
  origin = system.url.replace('/api/v1', '')
  await registerBasics(system.call)
  client = await system.createClient()
  await system.call(catalog.createItem, { shortID: 'BOLT-M6-30', description: 'Hex bolt M6 x 30' })
  browser = await shareBrowser()
}, 300_000)
afterAll(async () => {
  await page?.close()
  await system[Symbol.asyncDispose]()
})

/** The reference page, drawn once: that takes Swagger UI most of a minute on a machine that is busy otherwise. */
let page: Page
/** What must not happen: errors, refusals of the policy, requests to other hosts. */
const trouble: string[] = []
beforeAll(async () => {
  if (typeof browser === 'string') return
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, colorScheme: 'dark' })
  page.setDefaultTimeout(240_000)
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) trouble.push(request.url())
  })
  await page.goto(`${origin}/docs#/Inventory/receive`)
}, 300_000)
beforeEach((context) => context.skip(typeof browser === 'string', String(browser)))

/** Sends what an operation's form holds and reads the response on the page. */
async function execute(tag: string, operationId: string, fill: Readonly<Record<string, string>> = {}) {
  const block = page.locator(`#operations-${tag}-${operationId}`)
  if (!(await block.isVisible())) await page.locator(`#operations-tag-${tag}`).click()
  if (!(await block.locator('.opblock-body').isVisible())) await block.locator('.opblock-summary').click()
  for (const [name, value] of Object.entries(fill))
    await block.locator(`tr[data-param-name="${name}"] input`).fill(value)
  await block.getByRole('button', { name: 'Execute' }).click()
  const answer = block.locator('.live-responses-table tbody tr.response')
  const status = await answer.locator('.response-col_status').first().innerText()
  const body = await answer.locator('.highlight-code code').first().innerText()
  return { status: Number.parseInt(status, 10), body: JSON.parse(body) }
}

test('an opened operation fits one screen of 500 px, is dark where the system is, and fits a phone', async () => {
  const block = page.locator('#operations-Inventory-receive')
  await block.getByText('A request with this Idempotency-Key is still running.').waitFor()
  expect((await block.boundingBox())?.height).toBeLessThanOrEqual(500)
  expect(await page.locator('body').innerText()).not.toMatch(/swagger/i)
  expect(await block.getByText('X-RateLimit-Remaining').count()).toBe(0)
  expect(await page.locator('.info').getByText('X-RateLimit-Remaining').count()).toBe(1)
  expect(await page.locator('html.dark-mode').count()).toBe(1)

  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.setViewportSize({ width: 1280, height: 1000 })
  expect(trouble).toEqual([])
}, 300_000)

test('a request without authorization shows the error object; an integrator authorizes on the reference page, lists items, receives stock and sees it', async () => {
  expect(await execute('Warehouse', 'listWarehouses')).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  // The browser logs that answer as an error.
  expect(trouble.splice(0).filter((line) => !line.includes('401'))).toEqual([])

  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.auth-container').first()
  await dialog.locator('#client_id_clientCredentials').fill(client.clientId)
  await dialog.locator('#client_secret_clientCredentials').fill(client.clientSecret)
  await dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
  await dialog.getByText('client_secret: ******').waitFor()
  await page.locator('.modal-ux .btn-done').first().click()

  const items = await execute('Item', 'listItems')
  expect(items).toMatchObject({ status: 200, body: { totalCount: 1, value: [{ shortID: 'BOLT-M6-30' }] } })

  const received = await execute('Inventory', 'receive')
  expect(received).toMatchObject({ status: 201, body: { shortID: 'BOLT-M6-30', units: 250, status: 'received' } })

  const lots = await execute('Inventory', 'listLots', { itemID: 'BOLT-M6-30' })
  expect(lots.body.value).toEqual([expect.objectContaining({ recNo: received.body.recNo, units: 250, spot: 'A-01-1' })])
  expect(trouble).toEqual([])
}, 300_000)

test('the documents fit a phone without scrolling sideways', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of ['/docs/recipes', '/docs/interface']) {
    await page.goto(origin + path)
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(390)
  }
  expect(trouble).toEqual([])
}, 300_000)

test('the page allows nothing inline and no other host, and takes only GET and HEAD', async () => {
  const open = createApi(origin)
  const answer = await open.raw('GET', '/docs')
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  for (const path of ['/docs', '/docs/recipes', '/docs/interface']) {
    const { status, text } = await open.raw('GET', path)
    expect([status, text.length > 500], path).toEqual([200, true])
    expect(text, path).not.toMatch(/(src|<link[^>]*href)="(?!\/docs\/)|<script>|style=/)
  }
  expect(await open.raw('POST', '/docs')).toMatchObject({ status: 501, body: { error: 'not_implemented' } })
  for (const path of ['/docs/package.json', '/docs/../package.json', '/docs/%2e%2e/package.json', '/nothing', '/']) {
    expect(await open.raw('GET', path), path).toMatchObject({
      status: 404,
      body: { statusCode: 404, error: 'not_found' },
    })
  }
})

test('each request of the recipes leads to its operation in the reference, which leads back to the recipe', async () => {
  const open = createApi(origin)
  const recipes = (await open.raw('GET', '/docs/recipes')).text
  const { paths } = JSON.parse((await open.raw('GET', '/docs/reference.json')).text)
  expect(recipes.match(/<p class="operations">/g)).toHaveLength(
    recipes.match(/curl -s[^<]*\$BASE[\s\S]*?<\/pre>/g)?.length ?? 0,
  )
  const linked = [...recipes.matchAll(/href="\/docs#\/\w+\/(\w+)"/g)].map(([, operationId]) => operationId)
  expect(linked).toContain('receive')
  const described = Object.values<Record<string, { operationId: string; description: string }>>(paths).flatMap(
    Object.values,
  )
  for (const { operationId, description } of described) {
    const anchors = [...description.matchAll(/\]\(\/docs\/recipes#([^)]+)\)/g)].map(([, anchor]) => anchor)
    expect(anchors.length > 0, operationId).toBe(linked.includes(operationId))
    for (const anchor of anchors) expect(recipes).toContain(`id="${anchor}"`)
  }
})
