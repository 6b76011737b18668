import type { Page } from 'playwright-core'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
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

/** The ledger's entries of an item, newest first. */
export const entriesOf = async ({ api }: TestClient, itemID: string) =>
  (await api.inventory.listTransactions({ itemID })).body.value

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const preview = (page: Page) => page.getByRole('status').filter({ hasText: 'What this does' })

/** Signs in at the form of an issue from warehouse 1, fills it in, and asks for the preview. */
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
