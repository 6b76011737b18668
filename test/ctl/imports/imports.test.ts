import { describe, expect, it } from 'vitest'
import { createCatalog } from '../../../services/catalog/service.ts'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import { serverUrl, startSystem } from '../../support/system/system.ts'
import { createCtlWorld, useCtl } from '../ctl-world.ts'

const ctl = useCtl()

const getItem = (key: string) => ctl.system.call(catalog.getItem, { key })
const importFile = (content: string | Uint8Array) => ctl.world.import('item', ctl.world.file('f.csv', content))

describe('item import', () => {
  it('removes the apostrophe that an export puts before text that looks like a formula, and no other', async () => {
    const texts = { "'=1+1": '=1+1', "''tis": "'tis", "'s-Gravenhage": "'s-Gravenhage", "it's": "it's" }
    const given = Object.entries(texts).map(([cell, text]) => ({ cell, text, shortID: unique('CSV') }))
    const rows = given.map(({ cell, shortID }) => `${shortID},${cell}`)
    expect(await importFile(`shortID,description\n${rows.join('\n')}\n`)).toMatchObject({ summary: { created: 4 } })
    for (const { text, shortID } of given) expect(await getItem(shortID)).toMatchObject({ description: text })
  })

  it('creates the items with columns in any order and case, and uses defaults for empty cells', async () => {
    const [one, two] = [unique('CSV'), unique('CSV')]
    const content = `UOM,description,SHORTID,units,discontinued\nKG,"Bolt, ""big""",${one},2.5,no\n,Nut 1/2" wide,${two},,true\n`
    expect(await importFile(content)).toEqual({
      exitCode: 0,
      stderr: '',
      summary: { rows: 2, created: 2, updated: 0, unchanged: 0, bad: 0 },
    })
    expect(await getItem(one)).toMatchObject({ uOM: 'KG', description: 'Bolt, "big"', units: 2.5, discontinued: false })
    expect(await getItem(two)).toMatchObject({ uOM: 'EA', description: 'Nut 1/2" wide', units: 1, discontinued: true })
  })

  it('changes nothing when repeated, and only what differs when the file has changed', async () => {
    const ids = Array.from({ length: 40 }, () => unique('CSV'))
    const rows = (description: string) =>
      ids.map((shortID, place) => `${shortID},${place === 7 ? description : 'same'},3`)
    const content = (description: string) => ['shortID,description,categoryID', ...rows(description)].join('\n')
    expect((await importFile(content('old'))).summary).toMatchObject({ created: 40 })
    const snapshots = () => Promise.all(ids.map((itemID) => ctl.system.call(catalog.findItemSnapshot, { itemID })))
    const before = await snapshots()
    expect((await importFile(content('old'))).summary).toMatchObject({ unchanged: 40, updated: 0 })
    expect(await snapshots()).toEqual(before)
    expect((await importFile(content('new'))).summary).toMatchObject({ unchanged: 39, updated: 1 })
    expect(await getItem(ids[7] ?? '')).toMatchObject({ description: 'new' })
  })

  it.each([
    ['unit', 'KG', { uOM: 'KG' }],
    ['categoryID', '5', { category: 5 }],
    ['active', 'false', { discontinued: true }],
    ['units', '0.3', { units: 0.3 }],
    ['putUp', 'Bag', { putUp: 'Bag' }],
  ])('updates an item whose %s differs, once', async (column, cell, changed) => {
    const { shortID } = await ctl.system.call(catalog.createItem, anItem())
    const content = `shortID,${column}\n${shortID},${cell}\n`
    expect((await importFile(content)).summary).toMatchObject({ updated: 1 })
    expect(await getItem(shortID)).toMatchObject(changed)
    expect((await importFile(content)).summary).toMatchObject({ unchanged: 1 })
  })

  it('reads a file with a byte-order mark, CRLF, empty lines and quoted line ends, and counts its lines', async () => {
    const [one, two] = [unique('CSV'), unique('CSV')]
    const content = `\uFEFF"shortID",description\r\n\r\n${one},fine\r\n"${unique('CSV')}","two\r\nlines"\r\n\r\n${two},x,y\r\n`
    const { exitCode, stderr, summary } = await importFile(content)
    expect(summary).toEqual({ rows: 3, created: 1, updated: 0, unchanged: 0, bad: 2 })
    expect(stderr.split('\n')).toEqual([
      'line 4: The field description must not contain control characters.',
      'line 7: The row has 3 cells, but the header has 2.',
      '2 of the rows could not be imported.',
      '',
    ])
    expect(exitCode).toBe(1)
    expect(await getItem(one)).toMatchObject({ description: 'fine' })
  })

  it('reports every bad row with its line, in the sequence of the file, and imports the good ones', async () => {
    const { shortID } = await ctl.system.call(catalog.createItem, anItem())
    const alias = unique('ALIAS')
    await ctl.system.call(catalog.putAlias, { shortID, alias })
    const [good, twice] = [unique('CSV'), unique('CSV')]
    const lines = [
      'shortID,units,category',
      `${good},1,1`,
      ',1,1',
      `X,many,1.5`,
      `${alias},1,1`,
      `${twice},1,1`,
      `${twice},2,1`,
    ]
    const { exitCode, stderr, summary } = await importFile(lines.join('\n'))
    expect({ exitCode, summary }).toEqual({
      exitCode: 1,
      summary: { rows: 6, created: 2, updated: 0, unchanged: 0, bad: 4 },
    })
    expect(stderr.split('\n')).toEqual([
      'line 3: The shortID field is required.',
      'line 4: The field category must be an integer. The field units must be a number.',
      `line 5: ${alias} is an alias of another item.`,
      `line 7: ${twice} is on line 6 already.`,
      '4 of the rows could not be imported.',
      '',
    ])
    expect(await getItem(twice)).toMatchObject({ units: 1 })
  })

  it.each([
    ['few', 2, 'A quote is opened and never closed.'],
    ['many', 400, 'The row is longer than 100000 characters: is a quote missing?'],
  ])('names a quote that is never closed, and loses no line of %s after it', async (_, count, why) => {
    const ids = Array.from({ length: count }, () => unique('CSV'))
    const rows = ids.map((shortID) => `${shortID},${'a'.repeat(250)}\n`)
    const { exitCode, stderr, summary } = await importFile(`shortID,description\nX,"open\n${rows.join('')}`)
    expect({ exitCode, summary }).toMatchObject({ exitCode: 1, summary: { created: count, bad: 1 } })
    expect(stderr).toContain(`line 2: ${why}`)
  })

  it.each([
    [
      'unknown columns',
      'shortID,colour,weight\nX,1,2\n',
      /^Unknown columns: colour, weight\. Known are: shortID, .*\n$/,
    ],
    ['a column given twice', 'shortID,units,UNITS\nX,1,2\n', /^Columns given twice: units\.\n$/],
    ['no shortID column', 'description\nX\n', /^Missing columns: shortID\.\n$/],
    ['nothing in it', '', /has no header row/],
    [
      'text in two encodings',
      Buffer.concat([Buffer.from('shortID\nSchlüssel\n'), Buffer.from('Schl\u00FCssel\n', 'latin1')]),
      /Line 3 is not UTF-8 text, and line 2 is\. Nothing was imported\.\n$/,
    ],
  ])('refuses a file with %s before anything is done', async (_, content, message) => {
    expect(await importFile(content)).toEqual({
      exitCode: 1,
      summary: undefined,
      stderr: expect.stringMatching(message),
    })
  })

  it('refuses a file that is missing or a folder', async () => {
    expect(await ctl.world.run('item', 'import', '/no/such.csv')).toMatchObject({
      exitCode: 1,
      stderr: 'There is no file /no/such.csv.\n',
    })
    expect(await ctl.world.run('item', 'import', ctl.world.folder)).toMatchObject({
      exitCode: 1,
      stderr: `${ctl.world.folder} is not a file.\n`,
    })
  })
})

it('an import waits for a service that is away, and loses no row', async () => {
  await using other = await startSystem({ services: ['auth'] })
  await using operator = createCtlWorld(other)
  const ids = Array.from({ length: 20 }, () => unique('CSV'))
  const importing = operator.json('item', 'import', operator.file('f.csv', ['shortID', ...ids].join('\n')))
  const keys = other.keysOf('catalog')
  const config = {
    system: other.system,
    keys,
    rabbitUrl: serverUrl('RABBITMQ_URL'),
    mongoUri: serverUrl('MONGODB_URI'),
  }
  await using _catalog = await createCatalog(config, createCapturedLog().log)
  expect(await importing).toEqual({ rows: 20, created: 20, updated: 0, unchanged: 0, bad: 0 })
  expect((await other.call(catalog.listItems, {})).totalCount).toBe(20)
})

it('a terminal shows a bar with the number of finished rows, and bad rows above it', async () => {
  const content = `shortID,units\n${unique('CSV')},1\n${unique('CSV')},x\n`
  const { exitCode, stdout, stderr } = await ctl.world.runOnTerminal('item', 'import', ctl.world.file('f.csv', content))
  expect(exitCode).toBe(1)
  expect(stderr).toContain('\r\u001B[Kline 3: The field units must be a number.\n')
  expect(stderr).toMatch(/ 100% \| 2 rows/)
  expect(stdout).toMatch(/│ rows +│ 2 +│/)
})

describe.each(['customer', 'vendor'] as const)('%s import', (noun) => {
  it('creates the rows of a file, then changes only what differs, and says what is wrong with a row', async () => {
    const [one, two] = [unique('P'), unique('P')]
    const rows = (city: string) => `ID,shortID,name,City\n4711,${one},"One, Ltd",${city}\n,${two},Two,Ulm\n`
    const importRows = (content: string) => ctl.world.import(noun, ctl.world.file('p.csv', content))
    expect((await importRows(rows('Kiel'))).summary).toMatchObject({ rows: 2, created: 2, bad: 0 })
    expect((await importRows(rows('Kiel'))).summary).toMatchObject({ unchanged: 2, updated: 0 })
    expect((await importRows(rows('Bonn'))).summary).toMatchObject({ unchanged: 1, updated: 1 })
    expect(await ctl.world.json(noun, 'show', '--short-id', one)).toMatchObject({
      id: 4711,
      name: 'One, Ltd',
      city: 'Bonn',
    })
    expect(await importRows(`shortID,name\n${one},A\n${one},B\n${unique('P')},\n`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/line 3: .* is on line 2 already\.\nline 4: The name field is required\.\n/),
    })
  })
})
