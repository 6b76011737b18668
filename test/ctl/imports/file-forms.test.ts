import { describe, expect, it } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { unique } from '../../support/records/factories.ts'
import { useCtl } from '../ctl-world.ts'

const ctl = useCtl()

const getItem = (key: string) => ctl.system.call(catalog.getItem, { key })
const importFile = (content: string | Uint8Array) => ctl.world.import('item', ctl.world.file('f.csv', content))
const created = (count: number) => ({
  exitCode: 0,
  stderr: '',
  summary: { rows: count, created: count, updated: 0, unchanged: 0, bad: 0 },
})

describe('A file of a spreadsheet', () => {
  it.each([
    ['semicolons and decimal commas', ';', '2,5', (text: string) => Buffer.from(text)],
    ['tabs', '\t', '2.5', (text: string) => Buffer.from(text)],
    ['semicolons, in Windows-1252', ';', '2,5', (text: string) => Buffer.from(text, 'latin1')],
    ['tabs, in UTF-16', '\t', '2,5', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['commas, in UTF-16 without a mark', ',', '2.5', (text: string) => Buffer.from(text, 'utf16le')],
    ['semicolons that it states itself', ';', '2,5', (text: string) => Buffer.from(`sep=;\r\n${text}`)],
  ])('with %s is imported', async (_, separator, units, toBytes) => {
    const shortID = unique('CSV')
    const rows = [
      ['shortID', 'description', 'units'],
      [shortID, 'Schlüssel', units],
    ]
    expect(await importFile(toBytes(rows.map((row) => row.join(separator)).join('\r\n')))).toEqual(created(1))
    expect(await getItem(shortID)).toMatchObject({ description: 'Schlüssel', units: 2.5 })
  })

  it('is imported with a note of how it was read, unless it has the form of an export', async () => {
    const path = ctl.world.file('said.csv', `shortID;units\n${unique('CSV')};1.002,5\n`)
    expect(await ctl.world.run('item', 'import', path)).toMatchObject({
      exitCode: 0,
      stderr: `${path} is read as UTF-8 with semicolons between cells, decimal commas.\n`,
    })
    const plain = ctl.world.file('plain.csv', `shortID,units\n${unique('CSV')},1.002\n`)
    expect(await ctl.world.run('item', 'import', plain)).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('may have rows and columns that hold only separators, and empty cells at the end of rows', async () => {
    const [one, two] = [unique('CSV'), unique('CSV')]
    const content = `shortID,,units,,\n${one},,2,,\n,,,,\n,,,,\n${two},,3,\n,,,,\n`
    expect(await importFile(content)).toEqual(created(2))
    expect(await getItem(two)).toMatchObject({ units: 3 })
  })

  it('has a bad row if a cell is in a column without a name', async () => {
    const [one, two] = [unique('CSV'), unique('CSV')]
    expect(await importFile(`shortID,,units\n${one},x,2\n${two},,3\n`)).toMatchObject({
      stderr: expect.stringContaining('line 2: Cell 2 of the row, x, is in no column that the header names.'),
      summary: { created: 1, bad: 1 },
    })
  })

  it('keeps the numbers of its lines after a line that states the separator', async () => {
    expect(await importFile(`sep=;\nshortID;units\n;1\n`)).toMatchObject({ stderr: expect.stringMatching(/^line 3: /) })
  })

  it.each([
    [
      'encodings at once',
      Buffer.concat([Buffer.from('shortID\nSchlü\n'), Buffer.from('Schlü\n', 'latin1')]),
      'Line 3 is not UTF-8 text, and line 2 is.',
    ],
    ['separators', 'shortID;units,uOM\nX;1,EA\n', 'A row has semicolons and commas: which of them separate cells?'],
    [
      'decimal signs',
      'shortID;units\nX;1,5\nY;2.5\n',
      'Line 3 has a decimal point (2.5), line 2 a decimal comma (1,5).',
    ],
    [
      'readings of a number',
      'shortID;units\nX;1\nY;1.234\n',
      'Line 3: 1.234 may be read with a decimal point or with thousands, and no other number of the file says which.',
    ],
  ])('with two %s is refused before anything is done', async (_, content, why) => {
    const { exitCode, stderr, summary } = await importFile(content)
    expect({ exitCode, summary }).toEqual({ exitCode: 1, summary: undefined })
    expect(stderr).toContain(why)
    expect(stderr).toContain('Nothing was imported.')
  })
})
