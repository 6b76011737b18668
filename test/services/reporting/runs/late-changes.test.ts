import { afterAll, beforeAll, expect, test } from 'vitest'
import { reporting } from '../../../../shared/contract/reports/reporting.ts'
import { type ReportSystem, startReportSystem } from '../../../gateway/reports/frame-world.ts'
import { connectDatabase } from '../../../support/servers/database.ts'

let world: ReportSystem
beforeAll(async () => {
  world = await startReportSystem()
})
afterAll(() => world[Symbol.asyncDispose]())

interface ChangeRow {
  readonly _id: number
}

const feed = async () =>
  (await connectDatabase(`${world.system.system}-notifications`)).collection<ChangeRow>('changes')

/** Makes the changes after a position happen at a moment, and derives reports from that. */
async function happen(times: readonly (readonly [after: number, at: string])[]) {
  const changes = await feed()
  for (const [after, at] of times) await changes.updateMany({ _id: { $gt: after } }, { $set: { at: new Date(at) } })
  const { generation } = await world.system.call(reporting.rebuildReports, {})
  const generations = (await connectDatabase(`${world.system.system}-reporting`)).collection('generations')
  const current = async () => (await generations.findOne({ isCurrent: true }))?._id
  await expect.poll(current, { timeout: 40_000 }).toBe(generation)
}

test('a snapshot has all changes up to one that came late, and as the end of a day those of the day', async () => {
  const [bolt, nut] = [await world.newItem(), await world.newItem()]
  const before = (await world.run('15')).snapshot
  await world.receive(bolt, 10)
  await world.knows(bolt, 10)
  const middle = (await world.run('15')).snapshot
  await world.receive(nut, 1)
  await world.knows(nut, 1)
  const both = { [`${bolt}/1`]: 10, [`${nut}/1`]: 1 }
  const now = Date.now()
  await happen([
    [before, new Date(now).toISOString()],
    [middle, new Date(now - 5_000).toISOString()],
  ])
  const { snapshot, ...first } = await world.run('1001')
  expect(world.stockIn(first)).toEqual(both)

  await world.receive(nut, 1)
  await world.knows(nut, 2)
  const stockOf = async (query: string) => world.stockIn(await world.run(`1001?snapshot=${snapshot}&${query}`))
  expect(await stockOf('sort=inStock')).toEqual(both)

  await happen([
    [before, '2026-01-11T00:00:01Z'],
    [middle, '2026-01-10T23:59:59Z'],
    [snapshot, '2026-01-11T10:00:00Z'],
  ])
  expect(await stockOf('sort=wid')).toEqual({ [`${nut}/1`]: 1 })
})
