import { beforeAll, describe, expect, it } from 'vitest'
import { catalog, Item } from '../../../shared/contract/catalog/catalog.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import { shareSystem } from '../../support/shared/systems.ts'
import { unchecked } from '../../support/system/api.ts'
import type { TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let call: Call
beforeAll(async () => {
  system = await shareSystem({ services: ['catalog'] })
  call = system.call
})

describe('createItem', () => {
  it('answers the whole item with its partNo and the defaults of what was left out', async () => {
    const shortID = unique('ITEM')
    const created = await call(catalog.createItem, { shortID })
    expect(created).toEqual({
      status: 'created',
      partNo: expect.any(Number),
      shortID,
      description: '',
      category: 0,
      subCategory: 0,
      uOM: 'EA',
      putUp: '',
      units: 1,
      dfltOwner: 0,
      created: created.modified,
      modified: created.created,
      discontinued: false,
    })
    expect(created.created).toBe(new Date(created.created).toISOString())
  })

  it('stores every field that is given, and getItem answers exactly the fields of the specification', async () => {
    const input = {
      shortID: unique('ITEM'),
      description: 'Hex bolt',
      category: 3,
      subCategory: 4,
      uOM: 'KG',
      putUp: 'Box',
      units: 2.5,
      dfltOwner: 7,
      discontinued: true,
    }
    await call(catalog.createItem, input)
    const item = await call(catalog.getItem, { key: input.shortID })
    expect(item).toMatchObject(input)
    expect(Object.keys(item)).toEqual(Item.keyof().exclude(['wholeUnits']).options)
  })

  it('takes unit, categoryID and active for uOM, category and the opposite of discontinued', async () => {
    const shortID = unique('ITEM')
    await call(catalog.createItem, { shortID, unit: 'M', categoryID: 9, active: false })
    expect(await call(catalog.getItem, { key: shortID })).toMatchObject({ uOM: 'M', category: 9, discontinued: true })
  })

  it('refuses names that contradict each other, each under its field', async () => {
    const input = { ...anItem(), unit: 'KG', categoryID: 2, active: true, discontinued: true }
    await expect(call(catalog.createItem, input)).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        unit: ['The field unit must agree with uOM.'],
        categoryID: ['The field categoryID must agree with category.'],
        active: ['The field active must agree with discontinued.'],
      },
    })
  })

  it('accepts names that agree', async () => {
    const input = {
      ...anItem({ uOM: 'KG', category: 2 }),
      unit: 'KG',
      categoryID: 2,
      active: false,
      discontinued: true,
    }
    expect(await call(catalog.createItem, input)).toMatchObject({ uOM: 'KG', category: 2, discontinued: true })
  })

  it('refuses a missing shortID', async () => {
    await expect(call(catalog.createItem, unchecked({ description: 'x' }))).rejects.toMatchObject({
      code: 'validation_error',
      details: { shortID: ['The shortID field is required.'] },
    })
  })

  it('refuses a shortID that an item has', async () => {
    const item = anItem()
    await call(catalog.createItem, item)
    await expect(call(catalog.createItem, item)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('distinguishes shortIDs that differ in case only', async () => {
    const shortID = unique('ITEM')
    const upper = await call(catalog.createItem, { shortID })
    const lower = await call(catalog.createItem, { shortID: shortID.toLowerCase() })
    expect(lower.partNo).not.toBe(upper.partNo)
  })

  it('refuses a shortID that is an alias', async () => {
    const { shortID } = await call(catalog.createItem, anItem())
    const alias = unique('ALIAS')
    await call(catalog.putAlias, { shortID, alias })
    await expect(call(catalog.createItem, { shortID: alias })).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each([0, 0.000001, 0.1, 2.5, 123456.789, 999_999_999.999999])(
    'keeps units of %d to the last decimal',
    async (units) => {
      const item = anItem({ units })
      expect(await call(catalog.createItem, item)).toMatchObject({ units })
      expect(await call(catalog.getItem, { key: item.shortID })).toMatchObject({ units })
    },
  )

  it('lets one of 40 parallel creations of a shortID through and refuses the others as conflicts', async () => {
    const item = anItem()
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => call(catalog.createItem, item)))
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refusals.map(({ code }) => code)).toEqual(Array(39).fill('conflict'))
  })

  it('lets either a shortID or an alias of the same name through when they race', async () => {
    const { shortID } = await call(catalog.createItem, anItem())
    for (let round = 0; round < 5; round++) {
      const name = unique('NAME')
      const outcomes = await Promise.allSettled([
        call(catalog.createItem, { shortID: name }),
        call(catalog.putAlias, { shortID, alias: name }),
      ])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('gives every item a partNo of its own', async () => {
    const created = await Promise.all(Array.from({ length: 45 }, () => call(catalog.createItem, anItem())))
    expect(new Set(created.map(({ partNo }) => partNo)).size).toBe(45)
  })
})

describe('updateItem', () => {
  it('changes the fields that are given and leaves the others', async () => {
    const item = anItem({ putUp: 'Box 100', units: 5 })
    const before = await call(catalog.createItem, item)
    const answer = await call(catalog.updateItem, { shortID: item.shortID, description: 'Changed', category: 0 })
    expect(answer).toEqual({ shortID: item.shortID, status: 'updated' })
    const { status: _, ...rest } = before
    const after = await call(catalog.getItem, { key: item.shortID })
    expect(after).toEqual({ ...rest, description: 'Changed', category: 0, modified: expect.any(String) })
    expect(after.modified >= before.modified).toBe(true)
  })

  it('preserves partNo and created whatever is sent', async () => {
    const { status: _, ...before } = await call(catalog.createItem, anItem())
    const { shortID } = before
    await call(catalog.updateItem, unchecked({ shortID, partNo: 1, created: '2000-01-01', createdBy: 'x' }))
    expect(await call(catalog.getItem, { key: shortID })).toEqual({ ...before, modified: expect.any(String) })
  })

  it('brings a discontinued item back', async () => {
    const { shortID } = await call(catalog.createItem, anItem({ discontinued: true }))
    await call(catalog.updateItem, { shortID, discontinued: false })
    expect(await call(catalog.getItem, { key: shortID })).toMatchObject({ discontinued: false })
  })

  it('answers not_found for a shortID that no item has, an alias included', async () => {
    const { shortID } = await call(catalog.createItem, anItem())
    const alias = unique('ALIAS')
    await call(catalog.putAlias, { shortID, alias })
    for (const unknown of [unique('NONE'), alias]) {
      await expect(call(catalog.updateItem, { shortID: unknown })).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('loses none of 20 parallel changes of different fields', async () => {
    const { shortID } = await call(catalog.createItem, anItem())
    const before = await call(catalog.findItemSnapshot, { itemID: shortID })
    const changesOf = (round: number) => [
      { description: `Changed ${round}` },
      { putUp: `Bag ${round}` },
      { category: round },
      { units: round },
    ]
    const changes = [10, 11, 12, 13, 14].flatMap(changesOf)
    await Promise.all(changes.map((change) => call(catalog.updateItem, { shortID, ...change })))
    const { description, putUp, category, units } = await call(catalog.getItem, { key: shortID })
    expect(changes).toEqual(expect.arrayContaining([{ description }, { putUp }, { category }, { units }]))
    expect(await call(catalog.findItemSnapshot, { itemID: shortID })).toMatchObject({
      version: (before?.version ?? 0) + 20,
    })
  })
})

describe('discontinueItem', () => {
  it('hides the item from the active ones and keeps it among all', async () => {
    const { shortID } = await call(catalog.createItem, anItem({ category: 771 }))
    expect(await call(catalog.discontinueItem, { shortID })).toEqual({ shortID, status: 'discontinued' })
    expect((await call(catalog.listItems, { search: shortID })).value).toEqual([])
    expect(await call(catalog.listCategory, { Category: 771 })).toEqual([])
    expect((await call(catalog.listAllItems, { search: shortID })).value).toMatchObject([
      { shortID, discontinued: true },
    ])
    expect(await call(catalog.getItem, { key: shortID })).toMatchObject({ discontinued: true })
  })

  it('answers the same when the item is discontinued already, and changes nothing', async () => {
    const { shortID } = await call(catalog.createItem, anItem())
    await call(catalog.discontinueItem, { shortID })
    const before = await call(catalog.getItem, { key: shortID })
    expect(await call(catalog.discontinueItem, { shortID })).toEqual({ shortID, status: 'discontinued' })
    expect(await call(catalog.getItem, { key: shortID })).toEqual(before)
  })

  it('answers not_found for a shortID that no item has', async () => {
    const shortID = unique('NONE')
    await expect(call(catalog.discontinueItem, { shortID })).rejects.toMatchObject({ code: 'not_found' })
  })
})
