import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { anItem, unique } from '../../support/records/factories.ts'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: ['catalog'] })
})
afterAll(() => system?.[Symbol.asyncDispose]())

const create = (shortID: string, context = {}) => system.call(catalog.createItem, anItem({ shortID }), context)
const names = (count: number) => Array.from({ length: count }, () => unique('SHARED'))
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && outcome.reason instanceof AppError ? outcome.reason.code : undefined

function countCommits() {
  const commit = vi.spyOn(mongoose.mongo.ClientSession.prototype, 'commitTransaction')
  onTestFinished(() => commit.mockRestore())
  return commit
}

it('items that are created at once share transactions, and a name that is taken refuses only its own', async () => {
  const { shortID: taken } = await create(unique('SHARED'))
  const { alias } = await system.call(catalog.putAlias, { shortID: taken, alias: unique('ALIAS') })
  const free = names(61)
  const commits = countCommits()
  const asked = [...free.slice(0, 30), taken, ...free.slice(30), free[60] ?? '', alias]
  const outcomes = await Promise.allSettled(asked.map((shortID) => create(shortID)))
  expect(outcomes.map(codeOf).filter((code) => code !== undefined)).toEqual(['conflict', 'conflict', 'conflict'])
  expect(outcomes[30]).toMatchObject({ reason: { message: `${taken} is the ShortID or an alias of an item.` } })
  expect(commits.mock.calls.length).toBeLessThan(16)
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(made.map(({ shortID }) => shortID).toSorted()).toEqual(free.toSorted())
  expect(new Set(made.map(({ partNo }) => partNo)).size).toBe(61)
  const { totalCount } = await system.call(catalog.listItems, { search: 'SHARED', pageSize: 1 })
  expect(totalCount).toBe(62)
  const { differences } = await system.call(catalog.reconcile, {})
  expect(differences).toEqual([])
})

it('a repeat gets the first response, a used operation id is refused, and the other requests are carried out', async () => {
  const [again = '', other = '', ...others] = names(40)
  const operationId = randomUUID()
  const first = await create(again, { operationId })
  const repeated = create(again, { operationId, attempt: randomUUID() })
  const used = create(other, { operationId, attempt: randomUUID() }).catch((error: unknown) => error)
  const made = await Promise.all(others.map((shortID) => create(shortID)))
  expect(await repeated).toEqual(first)
  expect(await used).toMatchObject({ code: 'conflict', message: expect.stringContaining('another request') })
  expect(made.map(({ shortID, status }) => [shortID, status])).toEqual(others.map((shortID) => [shortID, 'created']))
})
