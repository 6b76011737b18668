import { describe, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { findBarriers } from '../../support/console/barriers.ts'
import { choose, heading } from '../../support/console/console-page.ts'
import { useConsole } from '../../support/console/console-system.ts'
import { expectNoTrouble, openOwnWindow, openWindow, TEST_LIMIT_MS } from '../../support/console/console-window.ts'
import { countSteps } from '../../support/console/steps.ts'
import { button } from '../../support/console/stock-forms.ts'

const world = useConsole()

const grant = (client_id: string, client_secret: string) =>
  world.system.call(auth.issueToken, { grant_type: 'client_credentials', client_id, client_secret })

describe('A client', { timeout: TEST_LIMIT_MS }, () => {
  test('is made with two permissions in six steps and gets a new secret in two, each shown once', async (context) => {
    await using window = await openOwnWindow(context, world)
    const { page } = window
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await window.openAs(world.client, '/')
    await heading(page, 'Today').waitFor()
    const making = countSteps(page)
    await making.step(() => page.getByRole('link', { name: 'Access' }).click())
    await making.step(() => button(page, 'New client').click())
    await making.step(() => page.getByLabel('Client id').fill('web-shop'))
    await making.step(() => page.getByRole('checkbox', { name: 'Item Master List' }).click())
    await making.step(() => page.getByRole('checkbox', { name: 'Read Shipping Orders' }).click())
    expect(await findBarriers(page)).toEqual([])
    await making.step(() => button(page, 'New client').dblclick())
    making.expectAtMost(6)
    const answer = page.getByRole('status').filter({ hasText: 'You won’t see it again' })
    const secret = await answer.locator('code').innerText()
    expect(await findBarriers(page)).toEqual([])
    await button(page, 'Copy').click()
    await button(page, 'Copied').waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret)
    expect((await grant('web-shop', secret)).token_type).toBe('bearer')
    expect(await world.system.call(auth.getClient, { clientId: 'web-shop' })).toEqual({
      clientId: 'web-shop',
      group: 'web-shop',
      permissions: [11, 9003],
      warehouses: 'all',
      readOnly: false,
      active: true,
    })
    await button(page, 'Continue').click()
    await answer.waitFor({ state: 'detached' })

    const replacing = countSteps(page)
    await replacing.step(() => button(page, 'New secret for web-shop').click())
    await page.getByText('Replaces the secret of client web-shop.').waitFor()
    expect((await grant('web-shop', secret)).token_type).toBe('bearer')
    await replacing.step(() => button(page, 'Create new secret').dblclick())
    replacing.expectAtMost(2)
    const fresh = await answer.locator('code').innerText()
    await expect(grant('web-shop', secret)).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await grant('web-shop', fresh)).token_type).toBe('bearer')
    expectNoTrouble(window)
  })

  test('is changed and disabled; a refusal keeps what was typed', async (context) => {
    const { api } = world.client
    await api.auth.registerClient({ clientId: 'erp', permissions: [11, 15], warehouses: [1] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/access')
    await button(page, 'New client').click()
    await page.getByLabel('Client id').fill('erp')
    await page.getByRole('checkbox', { name: 'Item Master List' }).click()
    await button(page, 'New client').click()
    await page
      .getByRole('alert')
      .getByText('Client erp exists already.')
      .or(page.getByText('Group erp exists already.'))
      .waitFor()
    expect(await page.getByLabel('Client id').inputValue()).toBe('erp')
    expect(await page.getByRole('checkbox', { name: 'Item Master List' }).isChecked()).toBe(true)
    await button(page, 'Back').click()

    await button(page, 'Edit erp').click()
    await page.getByRole('checkbox', { name: 'Locate/Move Units' }).click()
    await page.getByRole('checkbox', { name: 'Active' }).click()
    await button(page, 'Edit client').click()
    await page.getByText('Saved client erp.').waitFor()
    expect(await world.system.call(auth.getClient, { clientId: 'erp' })).toEqual({
      clientId: 'erp',
      group: 'erp',
      permissions: [11],
      warehouses: [1],
      readOnly: false,
      active: false,
    })
    expectNoTrouble(window, '409 POST /console/api/Client')
  })

  test('is given another report, or loses one, and keeps its others', async (context) => {
    const { api } = world.client
    await api.auth.registerClient({ clientId: 'analyst', permissions: [11], reports: [15, 1002], warehouses: [1] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/access')
    const change = async (...reports: readonly string[]) => {
      await button(page, 'Edit analyst').click()
      for (const report of reports) await page.getByRole('checkbox', { name: report, exact: true }).click()
      await button(page, 'Edit client').click()
      await page.getByText('Saved client analyst.').waitFor()
      await button(page, 'Continue').click()
    }
    const read = async () => {
      const { value } = (await api.auth.listGroups({ pageSize: 250 })).body
      return value.find(({ name }) => name === 'analyst')?.reports.toSorted()
    }
    await change('Reorder')
    expect(await read()).toEqual([1002, 1003, 15])
    await change('Stock Valuation', 'Reorder')
    expect(await read()).toEqual([1002])
    await change('Ageing')
    expect(await read()).toEqual([])
    expectNoTrouble(window)
  })

  test('gets permissions of its own when its group is cleared', async (context) => {
    const { api } = world.client
    await api.auth.registerClient({ clientId: 'packer', permissions: [11], reports: [15], warehouses: [1] })
    await api.auth.registerClient({ clientId: 'helper', group: 'packer', warehouses: [1] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(world.client, '/access')
    await button(page, 'Edit helper').click()
    await choose(page, 'Group (instead of own permissions)', 'packer')
    await button(page, 'Edit client').click()
    await page.getByText('Saved client helper.').waitFor()
    expect(await world.system.call(auth.getClient, { clientId: 'helper' })).toMatchObject({
      group: 'helper',
      permissions: [11],
    })
    expectNoTrouble(window)
  })

  test('is offered only the rights that the person’s client has, and none to who may not manage', async (context) => {
    const seller = await world.system.createClient({ permissions: [11, 9014, 9016], warehouses: [2], reports: [] })
    await using window = await openWindow(context, world)
    const { page } = window
    await window.openAs(seller, '/access')
    await button(page, 'New client').click()
    const names = await page.locator('.mantine-CheckboxGroup-root .mantine-Checkbox-label').allInnerTexts()
    expect(names).toEqual(['Item Master List', 'Read Clients and Groups', 'Manage Clients', 'Warehouse 2'])
    await button(page, 'Back').click()
    await button(page, `New secret for ${world.client.clientId}`).click()
    await button(page, 'Create new secret').click()
    await page.getByRole('alert').getByText(`Client ${world.client.clientId} may more than you.`).waitFor()

    await window.openAs(await world.system.createClient({ permissions: [11, 9014] }), '/access')
    await page.getByRole('table', { name: 'Clients' }).waitFor()
    expect(await page.getByRole('button', { name: /^(New client|New secret|Edit)/ }).count()).toBe(0)
    expectNoTrouble(window, `403 POST /console/api/Client/${world.client.clientId}/Secret`)
  })
})
