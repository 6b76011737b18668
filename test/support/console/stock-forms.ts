import type { Page } from 'playwright-core'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { MAX_BATCH_LINES } from '../../../shared/contract/inventory/batch.ts'
import { unique } from '../records/factories.ts'
import type { TestClient } from '../system/system.ts'
import { type Credentials, choose } from './console-page.ts'
import type { ConsoleSystem } from './console-system.ts'
import type { ConsoleWindow } from './console-window.ts'

/** A new item with stock in warehouse 1, spot A-01. */
export async function createStockedItem({ system, client }: ConsoleSystem, units = 100) {
  const shortID = unique('BOLT')
  await system.call(catalog.createItem, { shortID, description: 'Hex bolt' })
  const { body } = await client.api.inventory.receive({ itemID: shortID, units, wid: 1, reasonCode: 10, spot: 'A-01' })
  return { shortID, recNo: body.recNo }
}

/** Receives so many lots of one unit. */
export async function receiveLots({ api }: TestClient, itemID: string, count: number, spot: string): Promise<void> {
  const receipt = { action: 'receive', itemID, units: 1, wid: 1, reasonCode: 10, spot } as const
  for (let done = 0; done < count; done += MAX_BATCH_LINES) {
    const lines = Array.from({ length: Math.min(MAX_BATCH_LINES, count - done) }, () => ({
      ...receipt,
      key: unique('R'),
    }))
    const { body } = await api.inventory.batch({ mode: 'perLine', lines })
    if (!('results' in body) || body.results.some(({ status }) => status !== 201))
      throw new Error(`Lots were not received: ${JSON.stringify(body)}`)
  }
}

/** The ledger's entries of an item, newest first. */
export const entriesOf = async ({ api }: TestClient, itemID: string) =>
  (await api.inventory.listTransactions({ itemID })).body.value

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const preview = (page: Page) => page.getByRole('status').filter({ hasText: 'What this does' })

/** Signs in at the form of an issue from warehouse 1, fills it in, and asks for the dry run. */
export async function previewIssue(
  { page, open, signIn }: ConsoleWindow,
  client: Credentials,
  { shortID, units }: { readonly shortID: string; readonly units: number },
): Promise<void> {
  await open(`/issue?itemID=${shortID}&wid=1`)
  await signIn(client)
  await page.getByLabel('Units').fill(String(units))
  await choose(page, 'Reason', 'Sale')
  await button(page, 'Preview').click()
}
