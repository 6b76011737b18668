import { describe, expect, it } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { anItem } from '../../support/records/factories.ts'
import { useCtl } from '../ctl-world.ts'

const ctl = useCtl()

const HEADER = 'at,type,item,wid,units,spot,toWid,price,expires,reference,remark,actor'
const newItem = async () => (await ctl.system.call(catalog.createItem, anItem())).shortID
const importRows = (rows: readonly string[], ...flags: string[]) =>
  ctl.world.import('history', ctl.world.file('history.csv', [HEADER, ...rows].join('\n')), ...flags)
const all = (entered: number, unchanged: number) => ({ rows: entered + unchanged, entered, unchanged, bad: 0 })

async function entriesOf(itemID: string) {
  const { value } = await ctl.system.call(inventory.listTransactions, { itemID, sort: 'at', direction: 'asc' })
  return value
}
async function levelOf(itemID: string) {
  const { warehouses } = await ctl.system.call(inventory.explainLevel, { itemID })
  return warehouses.map(({ wid, inStock }) => [wid, inStock])
}

describe('A history', () => {
  it('is entered with its times and the names of the people', async () => {
    const item = await newItem()
    const rows = [
      `2026-03-01,receive,${item},1,10,A-1,,2.5,2026-04-01,PO-1,first,Ada`,
      `2026-03-05T09:30:00+02:00,issue,${item},1,3,,,,,SO-1,,Ben`,
      `2026-03-06,move,${item},1,2,A-1,2,,,,,`,
      `2026-03-07,adjust,${item},1,-1,A-1,,,,,broken,Ada`,
      `2026-03-08,adjust,${item},2,0.5,,,,,,found,Ada`,
    ]
    expect(await importRows(rows)).toEqual({ exitCode: 0, stderr: '', summary: all(5, 0) })
    expect(await levelOf(item)).toEqual([
      [1, 4],
      [2, 2.5],
    ])
    const entries = await entriesOf(item)
    expect(entries.map(({ at, type, units, actor, imported }) => [at, type, units, actor, imported])).toEqual([
      ['2026-03-01T00:00:00.000Z', 'receive', 10, 'Ada', true],
      ['2026-03-05T07:30:00.000Z', 'issue', 3, 'Ben', true],
      ['2026-03-06T00:00:00.000Z', 'move', 2, undefined, true],
      ['2026-03-07T00:00:00.000Z', 'issue', 1, 'Ada', true],
      ['2026-03-08T00:00:00.000Z', 'receive', 0.5, 'Ada', true],
    ])
    expect(entries[0]).toMatchObject({ price: 2.5, reference: 'PO-1', remark: 'first', reasonCode: null })
    const { differences } = await ctl.system.call(inventory.reconcile, {})
    expect(differences).toEqual([])
  })

  it('issues and moves lots that had not expired at the time', async () => {
    const item = await newItem()
    const received = `2026-01-01,receive,${item},1,5,,,,2026-02-01,,,`
    expect((await importRows([received, `2026-01-31,issue,${item},1,2,,,,,,,`])).summary).toEqual(all(2, 0))
    const late = await importRows([`2026-02-02,issue,${item},1,2,,,,,,,`])
    expect(late.stderr).toContain('line 2: Insufficient stock: requested 2, available 0.')
    expect(await levelOf(item)).toEqual([[1, 3]])
  })

  it('is among the lots that were modified in the last hour, though it happened long ago', async () => {
    const item = await newItem()
    await importRows([`2026-01-01,receive,${item},1,5,,,,,,,`])
    const modifiedSince = new Date(Date.now() - 3_600_000).toISOString()
    const { value } = await ctl.system.call(inventory.listLots, { itemID: item, modifiedSince })
    expect(value).toMatchObject([{ units: 5, received: '2026-01-01T00:00:00.000Z' }])
  })

  it('is entered once, even if its file is imported again', async () => {
    const item = await newItem()
    const rows = [`2026-01-01,receive,${item},1,5,,,,,,,`, `2026-01-02,issue,${item},1,5,,,,,,,`]
    expect((await importRows(rows)).summary).toEqual(all(2, 0))
    expect((await importRows(rows)).summary).toEqual(all(0, 2))
    expect(await entriesOf(item)).toHaveLength(2)
  })

  it('enters a line once if a request repeats its key, and reports the other line', async () => {
    const item = await newItem()
    const line = { at: '2026-01-01', type: 'receive', item, wid: 1, units: 5, key: 'once' }
    const { results } = await ctl.system.call(inventory.importHistory, { lines: [line, line] })
    expect(results.map(({ status }) => status)).toEqual([201, 400])
    expect(results[1]?.error?.details).toEqual({ key: ['The field key must be unique within the batch.'] })
    expect(await levelOf(item)).toEqual([[1, 5]])
  })

  it('has no line entered after a refused line of the same item, under any name of it; the keys of such lines stay free', async () => {
    const { shortID: item } = await ctl.system.call(catalog.createItem, anItem())
    const alias = `A-${item}`
    await ctl.system.call(catalog.putAlias, { shortID: item, alias })
    const line = (key: string, named: string, type = 'receive') => ({
      ...{ at: '2026-01-01', type, item: named, wid: 1, units: 2, key: `${key}-${item}` },
    })
    const enter = async (at: string) => {
      const lines = [{ ...line('bad', alias), at }, line('after', item, 'issue'), line('last', item)]
      return (await ctl.system.call(inventory.importHistory, { lines })).results
    }
    const refused = await enter('2126-01-01')
    expect(refused.map(({ error }) => error?.details)).toEqual([
      { at: ['The field at must not be in the future.'] },
      ...[1, 2].map(() => ({ 'lines[0]': ['lines[0] of the item was refused, so no later line of it is entered.'] })),
    ])
    expect((await enter('2026-01-01')).map(({ status }) => status)).toEqual([201, 200, 201])
    expect(await levelOf(item)).toEqual([[1, 2]])
  })

  it('continues once bad rows are corrected', async () => {
    const item = await newItem()
    const good = `2026-01-01,receive,${item},1,5,,,,,,,`
    const first = await importRows([good, `2026-01-02,issue,${item},1,9,,,,,,,`], '--as', 'year')
    expect(first).toMatchObject({ exitCode: 1, summary: { rows: 2, entered: 1, bad: 1 } })
    const second = await importRows([good, `2026-01-02,issue,${item},1,4,,,,,,,`], '--as', 'year')
    expect(second).toMatchObject({ exitCode: 0, summary: all(1, 1) })
    expect(await levelOf(item)).toEqual([[1, 1]])
  })

  it('is entered whole once a row in the middle is corrected, whatever else the item and the batch contain', async () => {
    const [item, other] = [await newItem(), await newItem()]
    const rowsWith = (units: number, moved: number) => [
      `2026-01-01,receive,${item},1,5,,,,,,,`,
      `2026-01-02,issue,${item},1,${units},,,,,,,`,
      `2026-01-03,receive,${other},1,7,,,,,,,`,
      `2026-01-04,receive,${item},1,3,,,,,,,`,
      `2026-01-05,issue,${item},1,${moved},,,,,,,`,
      `2026-01-06,receive,${item},1,2,,,,,,,`,
    ]
    const first = await importRows(rowsWith(9, 1), '--as', `middle-${item}`)
    expect(first.stderr.split('\n').slice(0, 4)).toEqual([
      'line 3: Insufficient stock: requested 9, available 5.',
      ...[5, 6, 7].map((line) => `line ${line}: Not imported, because of line 3.`),
    ])
    expect(first.summary).toEqual({ rows: 6, entered: 2, unchanged: 0, bad: 4 })
    const second = await importRows(rowsWith(4, 99), '--as', `middle-${item}`)
    expect(second.stderr.split('\n').slice(0, 2)).toEqual([
      'line 6: Insufficient stock: requested 99, available 4.',
      'line 7: Not imported, because of line 6.',
    ])
    expect(second.summary).toEqual({ rows: 6, entered: 2, unchanged: 2, bad: 2 })
    const third = await importRows(rowsWith(4, 1), '--as', `middle-${item}`)
    expect(third).toEqual({ exitCode: 0, stderr: '', summary: all(2, 4) })
    expect((await importRows(rowsWith(4, 1), '--as', `middle-${item}`)).summary).toEqual(all(0, 6))
    expect(await levelOf(item)).toEqual([[1, 5]])
    expect(await entriesOf(item)).toHaveLength(5)
  })

  it('is entered whole once a row of an earlier batch and an unreadable row are corrected', async () => {
    const [item, other] = [await newItem(), await newItem()]
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()
    const rowsWith = (first: string, last: string) => [
      `${at(0)},receive,${item},1,${first},,,,,,,`,
      ...Array.from({ length: 510 }, (_, index) => `${at(index + 1)},receive,${other},1,1,,,,,,,`),
      `${at(600)},issue,${item},1,1,,,,,,,`,
      `${at(601)},receive,${other},1,1${last}`,
      `${at(602)},receive,${other},1,1,,,,,,,`,
    ]
    const name = `batches-${item}`
    const bad = await importRows(rowsWith('x', ''), '--as', name)
    expect(bad.stderr.split('\n').slice(0, 4)).toEqual([
      'line 2: The field units must be a number.',
      'line 513: Not imported, because of line 2.',
      'line 514: The row has 5 cells, but the header has 12.',
      'line 515: Not imported, because of line 514.',
    ])
    expect(bad.summary).toEqual({ rows: 514, entered: 510, unchanged: 0, bad: 4 })
    expect((await importRows(rowsWith('2', ',,,,,,,'), '--as', name)).summary).toEqual(all(4, 510))
    expect(await levelOf(item)).toEqual([[1, 1]])
  })

  it('of more rows than a batch holds is entered in the order of the file', async () => {
    const item = await newItem()
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()
    const rows = Array.from({ length: 1_100 }, (_, index) =>
      index % 2 === 0 ? `${at(index)},receive,${item},1,2,,,,,,,` : `${at(index)},issue,${item},1,2,,,,,,,`,
    )
    expect(await importRows(rows)).toEqual({ exitCode: 0, stderr: '', summary: all(1_100, 0) })
    expect(await levelOf(item)).toEqual([[1, 0]])
  })
})

describe('A row is refused with its line and the reason', () => {
  const refusalOf = async (row: string) => (await importRows([row])).stderr.replace(/^line 2: /, '').split('\n')[0]

  it('if it is older than the item’s last entry of any person', async () => {
    const item = await newItem()
    await importRows([`2026-03-01,receive,${item},1,5,,,,,,,`])
    expect(await refusalOf(`2026-02-28,issue,${item},1,1,,,,,,,`)).toBe(
      'The field at must not be before the last entry of the item, 2026-03-01T00:00:00.000Z.',
    )
    await ctl.system.call(inventory.receive, { itemID: item, wid: 1, units: 1, reasonCode: 10 })
    expect(await refusalOf(`2026-03-02,issue,${item},1,1,,,,,,,`)).toMatch(/^The field at must not be before/)
    expect(await refusalOf(`2126-03-02,issue,${item},1,1,,,,,,,`)).toBe('The field at must not be in the future.')
  })

  it('if a field is bad, is missing, or belongs to another type of movement', async () => {
    const item = await newItem()
    expect(await refusalOf(`2026-02-30,receive,${item},1,1,,,,,,,`)).toBe(
      'The field at must be an ISO 8601 date or date-time.',
    )
    expect(await refusalOf(`2026-02-01,sell,${item},1,1,,,,,,,`)).toBe(
      'The field type must be one of receive, issue, move, adjust.',
    )
    expect(await refusalOf(`2026-02-01,receive,NO-ITEM,1,1,,,,,,,`)).toBe('The field item must name an existing item.')
    expect(await refusalOf(`2026-02-01,receive,${item},77,1,,,,,,,`)).toBe(
      'The field wid must name an existing warehouse.',
    )
    expect(await refusalOf(`2026-02-01,receive,${item},1,-1,,,,,,,`)).toBe('The field units must be greater than 0.')
    expect(await refusalOf(`2026-02-01,adjust,${item},1,0,,,,,,,`)).toBe('The field units must not be 0.')
    expect(await refusalOf(`2026-02-01,issue,${item},1,1,,,2.5,,,,`)).toBe(
      'The field price must not be given with issue.',
    )
    expect(await refusalOf(`2026-02-01,move,${item},1,1,,,,,,,`)).toBe('The toSpot field is required.')
    expect(await refusalOf(`2026-02-01,move,${item},1,1,,77,,,,,`)).toBe(
      'The field toWid must name an existing warehouse.',
    )
    expect(await refusalOf(`2026-02-01,receive,${item},1`)).toBe('The row has 4 cells, but the header has 12.')
    expect(await entriesOf(item)).toEqual([])
  })
})
