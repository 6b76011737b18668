import mongoose from 'mongoose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/system/system.ts'
import { useCtl } from '../ctl-world.ts'

const ctl = useCtl()

const newItem = async () => (await ctl.system.call(catalog.createItem, anItem())).shortID
const HEADER = 'itemID,units,wid,reasonCode,spot'
const toFile = (name: string, rows: readonly string[]) => ctl.world.file(name, [HEADER, ...rows].join('\n'))
const importRows = (name: string, rows: readonly string[], ...flags: string[]) =>
  ctl.world.import('stock', toFile(name, rows), ...flags)
/** The summary of an import without bad rows. */
const all = (received: number, unchanged: number) => ({ rows: received + unchanged, received, unchanged, bad: 0 })

async function unitsOf(shortID: string) {
  const { value } = await ctl.system.call(inventory.listLots, { itemID: shortID, pageSize: 250 })
  return { lots: value.length, units: value.reduce((sum, lot) => sum + lot.units, 0) }
}

describe('A file of stock', () => {
  it('is received once, equal rows once each, even if it is imported again', async () => {
    const item = await newItem()
    const rows = [`${item},5,1,10,A-1`, `${item},5,1,10,A-1`, `${item},5,1,10,A-2`, `${item},0.5,2,10,`]
    expect(await importRows('monday.csv', rows)).toEqual({ exitCode: 0, stderr: '', summary: all(4, 0) })
    expect(await importRows('monday.csv', rows)).toEqual({ exitCode: 0, stderr: '', summary: all(0, 4) })
    expect(await unitsOf(item)).toEqual({ lots: 4, units: 15.5 })
  })

  it('under another name is another delivery, even with the same rows', async () => {
    const item = await newItem()
    expect((await importRows('monday.csv', [`${item},5,1,10,`])).summary).toEqual(all(1, 0))
    expect((await importRows('tuesday.csv', [`${item},5,1,10,`])).summary).toEqual(all(1, 0))
    expect(await unitsOf(item)).toEqual({ lots: 2, units: 10 })
  })

  it('under the same name is another delivery if its content differs, including equal rows on the same line', async () => {
    const item = await newItem()
    expect((await importRows('delivery.csv', [`${item},5,1,10,`])).summary).toEqual(all(1, 0))
    expect((await importRows('delivery.csv', [`${item},5,1,10,`, `${item},1,1,10,`])).summary).toEqual(all(2, 0))
    expect(await unitsOf(item)).toEqual({ lots: 3, units: 11 })
  })

  it('is known by its name for ever, even after the recorded results have expired', async () => {
    const item = await newItem()
    const rows = [`${item},5,1,10,`]
    await importRows('old.csv', rows)
    const database = await mongoose
      .createConnection(serverUrl('MONGODB_URI'), { dbName: `${ctl.system.system}-inventory` })
      .asPromise()
    onTestFinished(() => database.close())
    // As the TTL index does after 72 hours.
    await database.collection('operations').deleteMany({})
    expect((await importRows('old.csv', rows)).summary).toEqual(all(0, 1))
    expect(await unitsOf(item)).toEqual({ lots: 1, units: 5 })
  })
})

describe('An import with --as', () => {
  it('has that name, whatever the file is called', async () => {
    const item = await newItem()
    expect((await importRows('a.csv', [`${item},5,1,10,`], '--as', 'one')).summary).toEqual(all(1, 0))
    expect((await importRows('b.csv', [`${item},5,1,10,`], '--as', 'one')).summary).toEqual(all(0, 1))
    expect((await importRows('b.csv', [`${item},5,1,10,`], '--as', 'two')).summary).toEqual(all(1, 0))
    expect(await unitsOf(item)).toEqual({ lots: 2, units: 10 })
  })

  it('continues an import once its bad rows are corrected, as the message explains', async () => {
    const item = await newItem()
    const later = unique('LATER')
    const bad = [`${item},5,1,10,`, `${item},0,1,10,`, `${later},1,1,10,`, `${item},1,77,10,`]
    const first = await importRows('delivery.csv', bad)
    expect(first).toMatchObject({ exitCode: 1, summary: { rows: 4, received: 1, unchanged: 0, bad: 3 } })
    expect(first.stderr).toContain('line 3: The field units must be greater than 0.')
    const [, name = ''] = /repeat with --as '([^']+)'/.exec(first.stderr) ?? []
    await ctl.system.call(catalog.createItem, { shortID: later })
    const good = [`${item},5,1,10,`, `${item},3,1,10,`, `${later},1,1,10,`, `${item},1,2,10,`]
    expect(await importRows('delivery.csv', good, '--as', name)).toEqual({
      exitCode: 0,
      stderr: '',
      summary: all(3, 1),
    })
    expect(await unitsOf(item)).toEqual({ lots: 3, units: 9 })
    expect(await unitsOf(later)).toEqual({ lots: 1, units: 1 })
  })

  it('tries a refused row again once the reason is gone', async () => {
    const item = await newItem()
    await ctl.system.call(catalog.discontinueItem, { shortID: item })
    const rows = [`${item},5,1,10,`]
    await expect.poll(async () => (await importRows('x.csv', rows)).stderr).toContain('is discontinued')
    await ctl.system.call(catalog.updateItem, { shortID: item, discontinued: false })
    await expect.poll(async () => (await importRows('x.csv', rows)).summary).toEqual(all(1, 0))
    expect((await importRows('x.csv', rows)).summary).toEqual(all(0, 1))
  })

  it('refuses a row on whose line another row was received under the name, so that neither is lost or doubled', async () => {
    const item = await newItem()
    await importRows('x.csv', [`${item},5,1,10,`, `${item},6,1,10,`], '--as', 'reused')
    const again = await importRows('x.csv', [`${item},50,1,10,`, `${item},6,1,10,`], '--as', 'reused')
    expect(again).toMatchObject({ exitCode: 1, summary: { rows: 2, received: 0, unchanged: 1, bad: 1 } })
    expect(again.stderr).toMatch(/^line 2: The import of this name had another row on this line/)
    expect(await unitsOf(item)).toEqual({ lots: 2, units: 11 })
  })
})
