import { expect, test } from 'vitest'
import { aMove, anItem, aReceipt } from '../support/records/factories.ts'
import { startProcesses } from '../support/system/processes.ts'
import { registerBasics } from '../support/system/registries.ts'
import { kill } from './components/components.ts'

const WRITERS = 3
const CAUGHT_UP = { timeout: 60_000, interval: 250 }

test('each change counts once in reports, though both reporting processes are killed again and again', async () => {
  await using system = await startProcesses({ replicas: { reporting: 2 } })
  await registerBasics(system.call)
  const api = system.api((await system.createClient()).token)
  const { shortID: itemID } = (await api.catalog.createItem(anItem())).body

  const writing = new AbortController()
  const write = async () => {
    while (!writing.signal.aborted) {
      expect((await api.inventory.receive(aReceipt({ itemID, units: 3, wid: 1 }))).status).toBe(201)
      expect((await api.inventory.move(aMove({ itemID, units: 1, wid: 1, shipToWid: 2 }))).status).toBe(200)
    }
  }
  const written = Promise.all(Array.from({ length: WRITERS }, write))
  try {
    const replicas = system.processes.filter(({ name }) => name.startsWith('reporting'))
    expect(replicas).toHaveLength(2)
    for (let round = 0; round < 2; round++) for (const replica of replicas) await kill(replica)
  } finally {
    writing.abort()
    await written
  }

  const { warehouses } = (await api.inventory.explainLevel({ itemID })).body
  const stock = warehouses.map(({ wid, inStock }) => ({ wid, inStock }))
  expect(stock).toHaveLength(2)
  const rowsOf = async (reportID: number) => (await api.raw('GET', `/Report/${reportID}`).query({ itemID })).body.value
  const reported = () => rowsOf(1001)
  await expect.poll(reported, CAUGHT_UP).toMatchObject(stock)
  const [{ received, movedOut, closing }, destination] = await rowsOf(22)
  expect(received + movedOut).toBe(closing)
  expect(destination).toMatchObject({ opening: 0, movedIn: -movedOut, closing: -movedOut })
}, 240_000)
