import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportFormats, readEndMark } from '../../shared/contract/core/export-formats.ts'
import { inventory } from '../../shared/contract/inventory/inventory.ts'
import { type DataSet, readDataSet, recordedVersions } from './data-set.ts'
import { type Answered, isAnswered, readEverything, readFeed } from './read-everything.ts'
import { startUpgraded, type UpgradedSystem } from './upgraded-system.ts'

const document = JSON.parse(readFileSync(new URL('../../gateway/openapi.json', import.meta.url), 'utf8'))

/** Answers that depend on the day, or that go on by themselves. */
const CHANGING = /^\/(Health|Inventory\/ATP|Webhook)/

describe.each(recordedVersions())('what %s has stored', (version) => {
  const dataSet: DataSet = readDataSet(version)
  let upgraded: UpgradedSystem
  let reads: Answered[]
  beforeAll(async () => {
    upgraded = await startUpgraded(dataSet)
    reads = await readEverything(document, upgraded.get)
  })
  afterAll(() => upgraded[Symbol.asyncDispose]())

  test('is read by every read of today (R15)', () => {
    expect(reads.filter((read) => !isAnswered(read))).toEqual([])
    expect(reads.length).toBeGreaterThan(dataSet.reads.length)
  })

  test('is read as it was read then (R15)', async () => {
    const today = new Map(reads.map(({ path, answer }) => [path, answer]))
    for (const { path, answer } of dataSet.reads.filter((read) => !CHANGING.test(read.path)))
      expect.soft(lost(today.get(path) ?? (await upgraded.get(path)).answer, answer, path)).toEqual([])
  })

  test('is exported whole, in every list and format (R15)', async () => {
    const lists = reads.flatMap(({ path }) => (path.includes('?page=1&') ? [path.slice(0, path.indexOf('?'))] : []))
    const count = async (list: string): Promise<number> =>
      Object((await upgraded.get(`${list}?page=1&pageSize=1`)).answer).totalCount
    for (const list of lists) {
      for (const accept of Object.keys(exportFormats)) {
        // A list that goes on by itself, such as the log of a webhook, may grow while it is exported.
        const before = await count(list)
        const { status, text } = await upgraded.send('GET', list, { headers: { accept } })
        const after = await count(list)
        const lastLine = /[^\n]*\n$/.exec(text)?.[0] ?? ''
        const exported = readEndMark(lastLine)?.count
        expect({ list, accept, status }).toEqual({ list, accept, status: 200 })
        expect(exported, `${list} as ${accept}`).toBeGreaterThanOrEqual(before)
        expect(exported, `${list} as ${accept}`).toBeLessThanOrEqual(after)
      }
    }
  })

  test('is reported by the feed from its beginning (R15)', async () => {
    const feed = await readFeed(upgraded.get)
    expect(feed.length).toBeGreaterThanOrEqual(dataSet.feed.length)
    for (const [index, then] of dataSet.feed.entries()) expect(feed[index]).toMatchObject(Object(then))

    const { answer } = await upgraded.get('/Inventory/Transactions?pageSize=250')
    const entries = feed.filter(({ type }) => String(type).startsWith('inventory.'))
    const changesOf = new Map(
      entries.map(({ data }) => [Object(data).transactionNo, ofLots(Object(data).levels ?? [])]),
    )
    for (const { transactionNo, type, levels } of Object(answer).value)
      expect.soft(changesOf.get(transactionNo), `${type} ${transactionNo}`).toEqual(ofLots(levels))
  })

  test('answers every repeated request as it was answered then (R15)', async () => {
    for (const { operation, path, client, key, body, status, answer } of dataSet.exchanges) {
      const [method = ''] = operation.split(' ')
      const now = await upgraded.send(method, path, { client, headers: { 'idempotency-key': key }, body })
      const answered: unknown = now.text === '' ? null : JSON.parse(now.text, ofRepeat)
      const repeated: unknown = JSON.parse(JSON.stringify(answer), ofRepeat)
      expect.soft({ key, body, status: now.status, answer: answered }).toEqual({ key, body, status, answer: repeated })
    }
  })

  test('is reversed where nothing has happened since, and agrees with itself afterwards (R15)', async () => {
    expect(await upgraded.call(inventory.reconcile, {})).toMatchObject({ differences: [] })
    const { answer } = await upgraded.get('/Inventory/Transactions?pageSize=250')
    const statuses: number[] = []
    for (const { transactionNo, type } of Object(answer).value) {
      const { status, text } = await upgraded.send('POST', `/Inventory/Transactions/${transactionNo}/Reverse`)
      expect.soft([200, 201, 409], `${type}: ${text}`).toContain(status)
      statuses.push(status)
    }
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(5)
    expect(await upgraded.call(inventory.reconcile, {})).toMatchObject({ differences: [] })
  })
})

type Levels = readonly { readonly wid: number; readonly figure: string; readonly units: number }[]

/** The feed of version 1.0.0 said nothing of other figures. */
const ofLots = (levels: Levels) =>
  levels
    .filter(({ figure }) => figure === 'inStock' || figure === 'onHold')
    .map(({ wid, figure, units }) => `${wid} ${figure} ${units}`)
    .toSorted()

/** Of the lines of a batch a repeat says that their answers are repeated; the secret of a client is shown once. */
const ofRepeat = (field: string, value: unknown) =>
  field === 'replayed' || field === 'clientSecret' ? undefined : value

/** What an earlier answer has that the present one, which may have more fields, has not. */
function lost(now: unknown, then: unknown, at: string): string[] {
  if (typeof then !== 'object' || then === null || (Array.isArray(then) && Object(now).length !== then.length))
    return now === then ? [] : [`${at}: ${JSON.stringify(now)} instead of ${JSON.stringify(then)}`]
  return Object.entries(then).flatMap(([field, value]) => lost(Object(now)[field], value, `${at} ${field}`))
}
