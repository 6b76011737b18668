import { expect, test, vi } from 'vitest'
import { createSnapshotLookup } from '../../../services/catalog/item-reads.ts'
import { createModels } from '../../../services/catalog/models.ts'
import { toQuantity, toStored } from '../../../shared/quantity.ts'
import { connectDatabase } from '../../support/servers/database.ts'

test('the items of an order, asked for at once, are found by two queries, and one more for their aliases', async () => {
  const models = createModels(await connectDatabase())
  const numbers = Array.from({ length: 50 }, (_, index) => index + 1)
  const modified = new Date()
  await models.items.insertMany(
    numbers.map((number) => ({
      ...{ _id: number, shortID: `ITEM-${number}`, description: '', category: 0, subCategory: 0, uOM: '', putUp: '' },
      ...{ units: toStored(toQuantity(1)), dfltOwner: 0, created: modified, createdBy: '', modified },
      ...{ discontinued: number === 50, version: number === 1 ? 2 : 1 },
    })),
  )
  await models.names.insertMany([
    ...numbers.map((number) => ({ _id: `ITEM-${number}`, kind: 'shortID', shortID: `ITEM-${number}`, modified })),
    { _id: '4006381333931', kind: 'alias', shortID: 'ITEM-1', modified },
  ])
  const find = [vi.spyOn(models.items, 'find'), vi.spyOn(models.names, 'find')]
  const lookUp = createSnapshotLookup(models)
  const names = ['4006381333931', 'NONE', ...numbers.map((number) => `ITEM-${number}`), 'ITEM-1']
  const found = await Promise.all(names.map(lookUp))
  expect(found.map((snapshot) => snapshot?.partNo ?? null)).toEqual([1, null, ...numbers, 1])
  expect(found[0]).toMatchObject({ shortID: 'ITEM-1', aliases: ['4006381333931'], discontinued: false })
  expect(found[51]).toMatchObject({ shortID: 'ITEM-50', aliases: [], discontinued: true })
  expect(find.map(({ mock }) => mock.calls.length)).toEqual([1, 2])
})
