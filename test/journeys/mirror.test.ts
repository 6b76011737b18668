import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Big } from 'big.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lot, levelFigures, type StockLevel, type Transaction } from '../../shared/contract/inventory/inventory.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { uniqueSystem } from '../support/servers/system-name.ts'
import { type Api, createApi } from '../support/system/api.ts'
import { type StartedSystem, startAsUsersDo } from '../support/system/started.ts'

/** The recipe `Mirror the stock by the feed` of docs/integrating.md, by its words alone, over the demo data and an hour of work. */
const folder = mkdtempSync(join(tmpdir(), 'inventory-mirror-'))
let system: StartedSystem
let api: Api
beforeAll(async () => {
  system = await startAsUsersDo(folder, {
    MONGODB_URI: serverUrl('MONGODB_URI'),
    RABBITMQ_URL: serverUrl('RABBITMQ_URL'),
    REDIS_URL: serverUrl('REDIS_URL'),
    SYSTEM_NAME: uniqueSystem(),
    RATE_LIMIT_PER_MINUTE: '1000000000',
  })
  const url = `${system.origin}/api/v1`
  const credentials = { client_id: system.clientId, client_secret: system.clientSecret }
  const { body } = await createApi(url).auth.issueToken({ grant_type: 'client_credentials', ...credentials })
  api = createApi(url, body.access_token)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

type Step = Transaction['lots'][number]
type MirroredLot = Pick<Step, 'wid' | 'spot' | 'hold' | 'inTransit'> & {
  readonly partNo: number
  readonly units: number
}
type Sums = Map<string, Big>

const add = (sums: Sums, key: string, units: number) => sums.set(key, (sums.get(key) ?? Big(0)).plus(units))
const nonZero = (sums: Sums) =>
  Object.fromEntries([...sums].filter(([, units]) => !units.eq(0)).map(([key, units]) => [key, units.toFixed()]))

/** What a program keeps that follows the recipe. */
function createMirror() {
  const applied = new Set<number>()
  const figures: Sums = new Map()
  const lots = new Map<number, MirroredLot & { readonly version: number }>()
  const applyStep = (partNo: number, { recNo, version = 0, wid, spot, hold, inTransit, unitsAfter }: Step) => {
    if (recNo === null || version <= (lots.get(recNo)?.version ?? -1)) return
    lots.set(recNo, { partNo, wid, spot, hold, ...(inTransit && { inTransit }), units: unitsAfter, version })
  }
  return {
    lots,
    figures: () => nonZero(figures),
    /** The figures that lots make, of the lots alone. */
    figuresOfLots() {
      const sums: Sums = new Map()
      for (const { partNo, wid, hold, inTransit, units } of lots.values()) {
        add(sums, `${partNo} ${wid} ${inTransit ? 'aSN' : 'inStock'}`, units)
        if (hold && !inTransit) add(sums, `${partNo} ${wid} onHold`, units)
      }
      return nonZero(sums)
    },
    apply({ transactionNo, partNo, levels, lots: steps }: Transaction) {
      if (applied.has(transactionNo)) return
      applied.add(transactionNo)
      for (const { wid, figure, units } of levels) add(figures, `${partNo} ${wid} ${figure}`, units)
      for (const step of steps) applyStep(partNo, step)
    },
    /** A lot of `GET /Inventory`. Every step that the feed has of it replaces it. */
    begin({ recNo, partNo, wID: wid, spot, hold, active, units }: Lot) {
      const inTransit = !active && units > 0
      lots.set(recNo, { partNo, wid, spot, hold, ...(inTransit && { inTransit }), units, version: -1 })
    },
  }
}
type Mirror = ReturnType<typeof createMirror>

const isTransaction = (data: object): data is Transaction => 'transactionNo' in data && 'levels' in data

/** Reads on from a position to the present end of the feed. */
async function follow(mirror: Mirror, since: number | 'latest'): Promise<number> {
  for (let position = since; ; ) {
    const { value, next, hasMore } = (await api.notifications.listChanges({ since: position, limit: 250 })).body
    for (const { data } of value) if (isTransaction(data)) mirror.apply(data)
    if (!hasMore) return next
    position = next
  }
}

async function listed<R>(list: (page: number) => Promise<{ body: { value: readonly R[]; hasMore: boolean } }>) {
  const records: R[] = []
  for (let page = 1; ; page++) {
    const { value, hasMore } = (await list(page)).body
    records.push(...value)
    if (!hasMore) return records
  }
}
const lotsOf = () => listed<Lot>((page) => api.inventory.listLots({ page, pageSize: 250 }))

/** The figures of all levels, as the service lists them. */
async function statedFigures(): Promise<Record<string, string>> {
  const { value: warehouses } = (await api.inventory.listWarehouses({})).body
  const sums: Sums = new Map()
  for (const { wID: wid } of warehouses) {
    const levels = await listed<StockLevel>((page) =>
      api.inventory.listWarehouseStockLevels({ wid, page, pageSize: 250 }),
    )
    for (const level of levels)
      for (const figure of levelFigures) add(sums, `${level.partNo} ${wid} ${figure}`, level[figure])
  }
  return nonZero(sums)
}

/** An hour in which everything that moves stock happens: also to a lot that is changed by several requests at once. */
async function work(): Promise<void> {
  const { inventory } = api
  const itemID = 'BOLT-M6-30'
  const lots = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      inventory.receive({ itemID, units: 100 + index, wid: 1, reasonCode: 10, spot: `H-${index}`, price: 2 }),
    ),
  )
  expect(lots.map(({ status }) => status)).toEqual(lots.map(() => 201))
  const [first = 0, second = 0, third = 0, fourth = 0] = lots.map(({ body }) => body.recNo)
  const answers = await Promise.all([
    ...[1, 2, 3].map((units) => inventory.issue({ itemID, units, wid: 1, reasonCode: 20, recno: first })),
    inventory.move({ itemID, units: 10, wid: 1, toSpot: 'H-NEW', recno: first }),
    inventory.move({ itemID, units: 103, wid: 1, shipToWid: 2, toSpot: 'A', recno: fourth }),
    inventory.hold({ recno: second, units: 5 }),
    inventory.adjust({ itemID, wid: 1, spot: 'H-7', expected: 107, counted: 105, reasonCode: 20 }),
    inventory.createReservation({ itemID, wid: 1, units: 7 }),
  ])
  expect(answers.filter(({ status }) => status >= 300).map(({ body }) => body)).toEqual([])
  const shipped = await inventory.shipTransit({
    wid: 1,
    shipToWid: 2,
    lines: [
      { itemID, units: 60, recno: third },
      { itemID, units: 20 },
    ],
  })
  expect(shipped.status, JSON.stringify(shipped.body)).toBe(201)
  const { slip } = shipped.body
  const received = await inventory.receiveTransit({
    slip,
    lines: [{ lineNo: 1, accepted: 30, spot: 'B', rejected: 5, reasonCode: 20 }],
  })
  expect(received.status, JSON.stringify(received.body)).toBe(200)
  const returned = await inventory.returnTransit({ slip, lines: [{ lineNo: 2, units: 4 }] })
  expect(returned.status, JSON.stringify(returned.body)).toBe(200)
}

test('a mirror that follows the recipe has the lots and every figure that the service has', async () => {
  const fromBeginning = createMirror()
  const begun = await follow(fromBeginning, 0)
  const fromLists = createMirror()
  const latest = await follow(fromLists, 'latest')
  const working = work()
  for (const lot of await lotsOf()) fromLists.begin(lot)
  await working

  // The feed follows the writes; both mirrors read on until it has them all.
  const stated = await statedFigures()
  await expect
    .poll(async () => {
      await follow(fromBeginning, begun)
      return fromBeginning.figures()
    })
    .toEqual(stated)
  await follow(fromLists, latest)

  const ofLots = (figures: Record<string, string>) =>
    Object.fromEntries(Object.entries(figures).filter(([key]) => /inStock|onHold/.test(key)))
  for (const mirror of [fromBeginning, fromLists]) expect(ofLots(mirror.figuresOfLots())).toEqual(ofLots(stated))
  const inTransit = [...fromBeginning.lots.values()].filter((lot) => lot.inTransit && lot.units > 0)
  expect(inTransit.length).toBeGreaterThan(2)

  const withoutVersion = ({ version: _, ...lot }: MirroredLot & { version: number }) => lot
  for (const [recNo, lot] of fromLists.lots)
    expect([recNo, withoutVersion(lot)]).toEqual([recNo, withoutVersion(fromBeginning.lots.get(recNo) ?? never(recNo))])
  expect(fromLists.lots.size).toBe(fromBeginning.lots.size)
})

function never(recNo: number): never {
  throw new Error(`The mirror lacks lot ${recNo}.`)
}
