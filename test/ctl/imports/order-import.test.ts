import { describe, expect, it } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import { useCtl } from '../ctl-world.ts'

const ctl = useCtl()

describe('order import', () => {
  const importOrders = (content: string) => ctl.world.import('order', ctl.world.file('o.csv', content))

  it('creates an order from the rows of each number, once, and says which row refused an order', async () => {
    const [shortID, one, two, vendor] = [unique('CSV'), unique('PO'), unique('PO'), unique('V')]
    await ctl.system.call(catalog.createItem, anItem({ shortID }))
    await ctl.world.json('vendor', 'create', '--short-id', vendor, '--name', 'Vendor')
    const row = (poNo: string, units: string, item = shortID) => `${poNo},${vendor},2026-02-01,${item},${units},0.5,1`
    const header = 'poNo,vendor,expectedDate,shortID,units,unitPrice,warehouse'
    const content = [header, row(one, '10'), row(one, '2.5'), row(two, '1'), row(two, '1', 'NO-SUCH-ITEM'), ''].join(
      '\n',
    )
    expect(await importOrders(content)).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(
        /line 4: Not imported, because of line 5\.\nline 5: .*shortID must name an existing item/,
      ),
      summary: { rows: 4, created: 2, unchanged: 0, bad: 2 },
    })
    const order = await ctl.world.json('order', 'show', '--po-no', one)
    expect(order).toMatchObject({
      totalValue: 6.25,
      expectedDate: '2026-02-01T00:00:00.000Z',
      lines: [{ units: 10 }, { units: 2.5 }],
    })
    expect((await importOrders(content)).summary).toMatchObject({ created: 0, unchanged: 2, bad: 2 })
    expect(await importOrders([header, row(one, '11'), row(two, '1'), row(one, '1'), ''].join('\n'))).toMatchObject({
      stderr: expect.stringMatching(
        /^line 2: There is a purchase order .* already\.\nline 4: .*its rows must follow each other\./,
      ),
      summary: { created: 1, bad: 2 },
    })
  })

  const HEADER = 'poNo,vendor,expectedDate,shortID,units,unitPrice,warehouse'
  const anOrder = async () => {
    const [shortID, poNo, vendor] = [unique('CSV'), unique('PO'), unique('V')]
    await ctl.system.call(catalog.createItem, anItem({ shortID }))
    await ctl.world.json('vendor', 'create', '--short-id', vendor, '--name', `Vendor ${vendor}`)
    return { poNo, shortID, vendor, row: (units: number) => `${poNo},${vendor},2026-02-01,${shortID},${units},0.5,1` }
  }

  it('creates no order from rows without a number, and reports each row', async () => {
    const { poNo, row, vendor } = await anOrder()
    const unnumbered = row(7).replace(poNo, '')
    const { stderr, summary } = await importOrders([HEADER, row(1), unnumbered, unnumbered].join('\n'))
    expect(summary).toEqual({ rows: 3, created: 1, unchanged: 0, bad: 2 })
    expect(stderr).toMatch(/^line 3: The poNo field is required\.\nline 4: The poNo field is required\.\n/)
    expect(await ctl.system.call(inventory.listPurchaseOrders, { vendor })).toMatchObject({ totalCount: 1 })
  })

  it('leaves an existing order unchanged if it says the same, under any names of the items and the vendor', async () => {
    const { poNo, row, vendor, shortID } = await anOrder()
    const alias = unique('ALIAS')
    await ctl.system.call(catalog.putAlias, { shortID, alias })
    const line = { shortID, units: 2, unitPrice: 0.5, warehouse: 1 }
    const order = { poNo, vendor, expectedDate: '2026-02-01', lines: [line, { ...line, units: 3 }] }
    await ctl.system.call(inventory.createPurchaseOrder, order)
    const all = { exitCode: 0, stderr: '', summary: { rows: 2, created: 0, unchanged: 2, bad: 0 } }
    expect(await importOrders([HEADER, row(2), row(3)].join('\n'))).toEqual(all)
    const other = row(3).replace(shortID, alias)
    const named = [row(2), other].map((text) => text.replace(vendor, `Vendor ${vendor}`))
    expect(await importOrders([HEADER, ...named].join('\n'))).toEqual(all)
  })

  it.each([
    ['other units', (row: string) => row.replace(',3,', ',4,')],
    ['another price', (row: string) => row.replace('0.5', '0.6')],
    ['another date', (row: string) => row.replace('2026-02-01', '2026-02-02')],
    ['a line more', (row: string) => `${row}\n${row}`],
  ])('refuses rows with %s for an existing order', async (_, change) => {
    const { poNo, row } = await anOrder()
    await importOrders([HEADER, row(3)].join('\n'))
    const { stderr, summary } = await importOrders([HEADER, change(row(3))].join('\n'))
    expect(stderr).toMatch(new RegExp(`^line 2: There is a purchase order ${poNo} already\\.\n`))
    expect(summary).toMatchObject({ created: 0, unchanged: 0 })
  })

  it('creates no order from a file with an unreadable row', async () => {
    const { row, vendor } = await anOrder()
    const { exitCode, stderr } = await importOrders([HEADER, row(1), `"${row(2)}`, row(3)].join('\n'))
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^Line 3 of .*: A quote is opened and never closed\. Nothing was imported\.\n$/),
    })
    expect(await ctl.system.call(inventory.listPurchaseOrders, { vendor })).toMatchObject({ totalCount: 0 })
  })
})
