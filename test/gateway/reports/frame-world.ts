import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { serviceNames } from '../../../local/services.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import { anIssue, anItem, aReceipt } from '../../support/records/factories.ts'
import type { SendOptions } from '../../support/system/api.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { type SystemOptions, startSystem, type TestClient } from '../../support/system/system.ts'

interface Row {
  readonly shortID: string
  readonly wid: number
  readonly inStock: number
}

/** The figures of 1001 as `item/warehouse`, for those that are not 0. */
export type Stock = Readonly<Record<string, number>>

/** A system with reports, and a client that may run all of them. */
export async function startReportSystem(options: SystemOptions = {}) {
  const system = await startSystem({ services: serviceNames, ...options })
  await registerBasics(system.call)
  const client = await system.createClient()
  const { api } = client

  const run = async (query: string, { api: ofOther }: TestClient = client) => {
    const { status, headers, body } = await ofOther.raw('GET', `/Report/${query}`)
    const rows: Row[] = body.value ?? []
    return { status, headers, body, rows, snapshot: Number(headers['x-snapshot']) }
  }
  const stockIn = ({ rows }: { readonly rows: readonly Row[] }): Stock =>
    Object.fromEntries(rows.map(({ shortID, wid, inStock }) => [`${shortID}/${wid}`, inStock]))

  return {
    system,
    client,
    api,
    /** Runs a report: `1001?pageSize=5`. */
    run,
    stockIn,
    newItem: async () => (await api.catalog.createItem(anItem())).body.shortID,
    receive: (itemID: string, units: number, wid = 1, more: { readonly price?: number } = {}) =>
      done((options) => api.inventory.receive(aReceipt({ itemID, units, wid, ...more }), options)),
    issue: (itemID: string, units: number) =>
      done((options) => api.inventory.issue(anIssue({ itemID, units }), options)),
    /** Waits until reports know that so many units of an item are in stock in all. */
    async knows(itemID: string, units: number) {
      const read = async () => (await run(`1001?itemID=${itemID}`)).rows.reduce((sum, { inStock }) => sum + inStock, 0)
      // Also before the tests, where nothing can be polled.
      await vi.waitFor(async () => expect(await read()).toBe(units), { timeout: 30_000, interval: 200 })
    },
    /** A client of some reports, without the permission to run all. */
    createReader: (reports: number[], warehouses: 'all' | number[] = 'all') =>
      system.createClient({ permissions: [permissions.itemMasterList], reports, warehouses }),
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}

export type ReportSystem = Awaited<ReturnType<typeof startReportSystem>>

/** Sends a write until it is done: on a machine that is busy otherwise it may take too long. */
async function done(write: (options: SendOptions) => Promise<{ readonly status: number }>): Promise<void> {
  const headers = { 'Idempotency-Key': randomUUID() }
  await vi.waitFor(async () => expect((await write({ headers })).status).toBeLessThan(300), { timeout: 40_000 })
}
