import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import { shareSystem } from '../../support/shared/systems.ts'
import { unchecked } from '../../support/system/api.ts'
import type { TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let call: Call
let shortID: string
beforeAll(async () => {
  system = await shareSystem({ services: ['catalog'] })
  call = system.call
})
beforeEach(async () => {
  shortID = (await call(catalog.createItem, anItem())).shortID
})

it('an alias points to its item until it is deleted', async () => {
  const alias = unique('ALIAS')
  expect(await call(catalog.putAlias, { shortID, alias })).toEqual({ alias, shortID })
  expect(await call(catalog.getItem, { key: alias, type: 'alias' })).toMatchObject({ shortID })
  expect(await call(catalog.deleteAlias, { shortID, alias })).toEqual({ alias, shortID, status: 'deleted' })
  await expect(call(catalog.getItem, { key: alias, type: 'alias' })).rejects.toMatchObject({ code: 'not_found' })
})

it('a deleted alias can be given to another item', async () => {
  const alias = unique('ALIAS')
  const other = await call(catalog.createItem, anItem())
  await call(catalog.putAlias, { shortID, alias })
  await call(catalog.deleteAlias, { shortID, alias })
  await call(catalog.putAlias, { shortID: other.shortID, alias })
  expect(await call(catalog.getItem, { key: alias, type: 'alias' })).toMatchObject({ shortID: other.shortID })
})

it('putting an alias twice changes nothing the second time', async () => {
  const alias = unique('ALIAS')
  await call(catalog.putAlias, { shortID, alias })
  const before = await call(catalog.findItemSnapshot, { itemID: shortID })
  expect(await call(catalog.putAlias, { shortID, alias })).toEqual({ alias, shortID })
  expect(await call(catalog.findItemSnapshot, { itemID: shortID })).toEqual(before)
})

it('an alias keeps its units until others are put, and the snapshot of its item has them', async () => {
  const [box, one] = [unique('BOX'), unique('ONE')]
  await call(catalog.updateItem, { shortID, units: 100 })
  await call(catalog.putAlias, { shortID, alias: one })
  for (const [units, shown] of [
    [12, 12],
    [undefined, 12],
    [2.5, 2.5],
  ] as const)
    expect(await call(catalog.putAlias, { shortID, alias: box, units })).toEqual({ alias: box, shortID, units: shown })
  expect((await call(catalog.listAliases, { shortID })).value).toEqual([
    { alias: box, shortID, units: 2.5 },
    { alias: one, shortID },
  ])
  expect(await call(catalog.findItemSnapshot, { itemID: shortID })).toMatchObject({
    version: 5,
    packaging: { version: 5, units: 100, ofAliases: [{ alias: box, units: 2.5 }] },
  })
  expect(await call(catalog.putAlias, { shortID, alias: box, units: 1 })).toEqual({ alias: box, shortID })
  await expect(call(catalog.putAlias, { shortID, alias: box, units: 0 })).rejects.toMatchObject({
    details: { units: ['The field units must be greater than 0.'] },
  })
})

it('20 parallel puts of the same alias to the same item all succeed', async () => {
  const alias = unique('ALIAS')
  await Promise.all(Array.from({ length: 20 }, () => call(catalog.putAlias, { shortID, alias })))
  expect((await call(catalog.listAliases, { shortID })).value).toEqual([{ alias, shortID }])
})

it('of 10 items that race for one alias, one gets it', async () => {
  const alias = unique('ALIAS')
  const items = await Promise.all(Array.from({ length: 10 }, () => call(catalog.createItem, anItem())))
  const outcomes = await Promise.allSettled(
    items.map((item) => call(catalog.putAlias, { shortID: item.shortID, alias })),
  )
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refusals.map(({ code }) => code)).toEqual(Array(9).fill('conflict'))
})

it('refuses an alias that is a shortID, its own included, or the alias of another item', async () => {
  const other = await call(catalog.createItem, anItem())
  const alias = unique('ALIAS')
  await call(catalog.putAlias, { shortID: other.shortID, alias })
  for (const taken of [shortID, other.shortID, alias]) {
    await expect(call(catalog.putAlias, { shortID, alias: taken })).rejects.toMatchObject({ code: 'conflict' })
  }
})

it('answers not_found for an item or an alias that does not exist', async () => {
  const none = unique('NONE')
  const alias = unique('ALIAS')
  const other = await call(catalog.createItem, anItem())
  await call(catalog.putAlias, { shortID: other.shortID, alias })
  await expect(call(catalog.listAliases, { shortID: none })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(catalog.putAlias, { shortID: none, alias: none })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(catalog.deleteAlias, { shortID: none, alias })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(catalog.deleteAlias, { shortID, alias: none })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(catalog.deleteAlias, { shortID, alias })).rejects.toMatchObject({ code: 'not_found' })
  expect(await call(catalog.getItem, { key: alias, type: 'alias' })).toMatchObject({ shortID: other.shortID })
})

it('a refused deletion leaves the item as it was', async () => {
  const before = await call(catalog.findItemSnapshot, { itemID: shortID })
  await expect(call(catalog.deleteAlias, { shortID, alias: unique('NONE') })).rejects.toThrow()
  expect(await call(catalog.findItemSnapshot, { itemID: shortID })).toEqual(before)
})

it('lists aliases by name, in pages, in either direction, and since a moment', async () => {
  const aliases = ['b', 'A', 'a', 'C'].map((name) => unique(name)).toSorted()
  for (const alias of aliases) await call(catalog.putAlias, { shortID, alias })
  const names = async (query: object) =>
    (await call(catalog.listAliases, { shortID, ...query })).value.map((one) => one.alias)
  expect(await names({})).toEqual(aliases)
  expect(await names({ sort: 'Alias', direction: 'desc' })).toEqual(aliases.toReversed())
  expect(await names({ page: 2, pageSize: 3 })).toEqual(aliases.slice(3))
  expect(await names({ modifiedSince: '2999-01-01' })).toEqual([])
  expect(await call(catalog.listAliases, { shortID, pageSize: 3 })).toMatchObject({
    totalCount: 4,
    pageCount: 2,
    hasMore: true,
  })
})

it('findItemSnapshot finds the item by shortID or alias, and answers null for any other name', async () => {
  const [one, two] = [unique('A'), unique('B')]
  await call(catalog.putAlias, { shortID, alias: two })
  await call(catalog.putAlias, { shortID, alias: one })
  const { partNo, description } = await call(catalog.getItem, { key: shortID })
  const packaging = { version: 3, units: 1, ofAliases: [] }
  const state = { description, dfltOwner: 0, discontinued: false, wholeUnits: false, packaging }
  const snapshot = { partNo, version: 3, shortID, aliases: [one, two], ...state }
  for (const itemID of [shortID, one, two]) expect(await call(catalog.findItemSnapshot, { itemID })).toEqual(snapshot)
  expect(await call(catalog.findItemSnapshot, { itemID: unique('NONE') })).toBeNull()
})

describe('getItem', () => {
  it('looks for a shortID unless the type is alias, and never finds one by the other', async () => {
    const { shortID } = await call(catalog.createItem, anItem())
    const alias = unique('ALIAS')
    await call(catalog.putAlias, { shortID, alias })
    expect(await call(catalog.getItem, { key: shortID, type: 'id' })).toMatchObject({ shortID })
    expect(await call(catalog.getItem, { key: alias, type: 'alias' })).toMatchObject({ shortID })
    await expect(call(catalog.getItem, { key: alias })).rejects.toMatchObject({ code: 'not_found' })
    await expect(call(catalog.getItem, { key: shortID, type: 'alias' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses another type', async () => {
    await expect(call(catalog.getItem, unchecked({ key: 'X', type: 'name' }))).rejects.toMatchObject({
      details: { type: ['The field type must be id, alias or gs1.'] },
    })
  })
})

describe('getItemByShortID', () => {
  it('answers what getItem answers, also for a discontinued item, and not_found for an alias', async () => {
    const { shortID } = await call(catalog.createItem, anItem())
    await call(catalog.discontinueItem, { shortID })
    const alias = unique('ALIAS')
    await call(catalog.putAlias, { shortID, alias })
    expect(await call(catalog.getItemByShortID, { shortID })).toEqual(await call(catalog.getItem, { key: shortID }))
    const message = `No item has the ShortID ${alias}.`
    await expect(call(catalog.getItemByShortID, { shortID: alias })).rejects.toMatchObject({
      code: 'not_found',
      message,
    })
  })
})
