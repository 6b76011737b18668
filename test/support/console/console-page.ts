import type { Page } from 'playwright-core'
import type { TestClient } from '../system/system.ts'

export const ACTOR = 'Ada Byron'
export type Credentials = Pick<TestClient, 'clientId' | 'clientSecret'>

/** Fills in the sign-in page and sends it. */
export async function signIn(page: Page, { clientId, clientSecret }: Credentials): Promise<void> {
  await page.getByLabel('Client id').fill(clientId)
  await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret)
  await page.getByLabel('Your name').fill(ACTOR)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The title of the screen that is shown. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Chooses an option of a list. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label, exact: true })
    .or(page.getByRole('textbox', { name: label, exact: true }))
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
