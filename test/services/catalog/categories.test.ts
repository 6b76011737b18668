import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { nextMoment } from '../../support/checks/next-moment.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
let call: Call
let category = 0
beforeAll(async () => {
  system = await startSystem({ services: ['catalog'] })
  call = system.call
})
afterAll(() => system?.[Symbol.asyncDispose]())
beforeEach(() => {
  category += 1
})

/** The names of this test's category and its sub-categories, as they are listed. */
const named = async (query = {}) =>
  (await call(catalog.listCategories, query)).value.filter((one) => one.category === category)

it('a category and its sub-categories have names of their own until these are taken away', async () => {
  const [first, second] = [
    { category, subCategory: 10, name: 'Nuts' },
    { category, subCategory: 9, name: 'Bolts' },
  ]
  expect(await call(catalog.putSubCategory, first)).toEqual(first)
  expect(await call(catalog.putSubCategory, second)).toEqual(second)
  expect(await call(catalog.putCategory, { category, name: 'Fasteners' })).toEqual({ category, name: 'Fasteners' })
  expect(await named()).toEqual([{ category, name: 'Fasteners' }, second, first])
  expect(await call(catalog.deleteCategory, { category })).toEqual({ category, status: 'deleted' })
  expect(await named()).toEqual([second, first])
  const { name: _, ...numbers } = first
  expect(await call(catalog.deleteSubCategory, numbers)).toEqual({ ...numbers, status: 'deleted' })
  expect(await named()).toEqual([second])
})

it('a name that is not there cannot be taken away', async () => {
  await expect(call(catalog.deleteCategory, { category })).rejects.toMatchObject({
    code: 'not_found',
    message: `Category ${category} has no name.`,
  })
  await call(catalog.putCategory, { category, name: 'Fasteners' })
  await expect(call(catalog.deleteSubCategory, { category, subCategory: 1 })).rejects.toMatchObject({
    code: 'not_found',
    message: `Sub-category 1 of category ${category} has no name.`,
  })
})

it('another name replaces the one before, and the same one again changes nothing', async () => {
  await call(catalog.putCategory, { category, name: 'Fastners' })
  await call(catalog.putCategory, { category, name: 'Fasteners' })
  const modifiedSince = await nextMoment()
  await call(catalog.putCategory, { category, name: ' Fasteners ' })
  expect(await named()).toEqual([{ category, name: 'Fasteners' }])
  expect(await named({ modifiedSince })).toEqual([])
  await call(catalog.putCategory, { category, name: 'Screws' })
  expect(await named({ modifiedSince })).toEqual([{ category, name: 'Screws' }])
})

it('of 20 parallel names of one category one stays', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Name ${at}`)
  await Promise.all(names.map((name) => call(catalog.putCategory, { category, name })))
  const found = await named()
  expect(found).toHaveLength(1)
  expect(names).toContain(found[0]?.name)
})

it('a repeat under the same key is answered as before, and does not undo a later name', async () => {
  const send = (name: string, operationId: string) =>
    call(catalog.putCategory, { category, name }, { operationId, hasClientKey: true })
  const operationId = randomUUID()
  expect(await send('Bolts', operationId)).toEqual({ category, name: 'Bolts' })
  await send('Fasteners', randomUUID())
  expect(await send('Bolts', operationId)).toEqual({ category, name: 'Bolts' })
  await expect(send('Screws', operationId)).rejects.toMatchObject({ code: 'conflict' })
  expect(await named()).toEqual([{ category, name: 'Fasteners' }])
})

it('names are listed in another sort, and page by page', async () => {
  await call(catalog.putCategory, { category, name: 'Zinc' })
  await call(catalog.putSubCategory, { category, subCategory: 0, name: 'Aluminium' })
  const sorted = await named({ sort: 'name', direction: 'DESC' })
  expect(sorted.map(({ name }) => name)).toEqual(['Zinc', 'Aluminium'])
  const { totalCount } = await call(catalog.listCategories, {})
  const pages = await Promise.all(
    Array.from({ length: totalCount }, (_, at) => call(catalog.listCategories, { page: at + 1, pageSize: 1 })),
  )
  expect(pages.flatMap(({ value }) => value)).toEqual((await call(catalog.listCategories, {})).value)
})

it('a name is a text of 1 to 64 characters, and numbers are not negative', async () => {
  await expect(call(catalog.putCategory, { category: -1, name: 'x'.repeat(65) })).rejects.toMatchObject({
    code: 'validation_error',
    details: {
      category: ['The field category must be 0 or greater.'],
      name: ['The field name must be at most 64 characters long.'],
    },
  })
  await expect(call(catalog.putCategory, { category, name: ' ' })).rejects.toMatchObject({
    details: { name: ['The name field is required.'] },
  })
  expect(await named()).toEqual([])
})
