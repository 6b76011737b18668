import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import type { Random } from '../../support/records/seeded.ts'
import type { ReportWorld } from './report-world.ts'

const DAY_MS = 86_400_000

/** Does random things to a few items in three warehouses; what is refused changes nothing. Resolves to how many were done. */
export async function makeHistory(world: ReportWorld, random: Random, steps: number): Promise<Map<string, number>> {
  const { call } = world
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0]
  const pick = <T>(found: readonly T[]): T => {
    const one = found[below(found.length)]
    if (one === undefined) throw new Error('Nothing is there yet')
    return one
  }
  const items = [await world.newItem(), await world.newItem({ category: 7 }), await world.newItem()] as const
  const item = () => oneOf(items)
  const wid = () => 1 + below(3)
  const spot = () => oneOf(['A-01', 'B-02', ''])
  const units = (most: number) => (1 + below(most * 4)) / oneOf([1, 1, 4])
  const days = (from: number, to: number) =>
    new Date(Date.now() + (from + below(to - from)) * DAY_MS).toISOString().slice(0, 10)
  const customer = (await call(inventory.createCustomer, { shortID: unique('CUST'), name: 'Hanse' })).shortID
  const vendor = (await call(inventory.createVendor, { shortID: unique('V'), name: 'Vendor' })).shortID
  const price = () => (random() < 0.7 ? { price: below(2_000) / 100 } : {})
  const [purchases, orders, transits, reservations]: [string[], string[], string[], number[]] = [[], [], [], []]
  const aLot = async () => pick((await world.lotsOf(item())).filter(({ active }) => active || random() < 0.2))
  const anEntry = async () => pick((await call(inventory.listTransactions, { itemID: item(), pageSize: 8 })).value)

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    receive: () =>
      world.receive(item(), units(20), {
        wid: wid(),
        spot: spot(),
        ...price(),
        ...(random() < 0.4 && { expires: days(-20, 250) }),
      }),
    move: () => world.move(item(), units(5), { wid: wid(), shipToWid: wid(), toSpot: spot() }),
    issue: () => world.issue(item(), units(6), { wid: wid() }),
    hold: async () => call(inventory.hold, { recno: (await aLot()).recNo, units: units(3) }),
    holdAll: async () => call(inventory.hold, { recno: (await aLot()).recNo }),
    release: async () =>
      call(inventory.release, { recno: pick((await world.lotsOf(item())).filter((lot) => lot.hold)).recNo }),
    amend: async () =>
      call(inventory.amend, {
        recno: (await aLot()).recNo,
        ...oneOf<object>([
          { price: below(2_000) / 100 },
          { price: null },
          { expires: days(-20, 250) },
          { expires: null },
          { received: days(-400, 0) },
        ]),
      }),
    reverse: async () => call(inventory.reverse, { transactionNo: (await anEntry()).transactionNo }),
    adjust: async () => {
      const { shortID: itemID, wID, spot: at } = await aLot()
      const found = (await world.lotsOf(itemID)).filter((lot) => lot.active && lot.wID === wID && lot.spot === at)
      const expected = found.reduce((total, lot) => total + lot.units, 0)
      const counted = Math.max(0, expected + oneOf([-1, 1.25, -0.5, 3]))
      const reasonCode = counted < expected ? 20 : 10
      return call(inventory.adjust, { itemID, wid: wID, spot: at, expected, counted, reasonCode })
    },
    ship: async () => {
      const [from, to] = oneOf([
        [1, 2],
        [2, 3],
        [3, 1],
      ])
      const lines = [{ itemID: item(), units: units(3) }]
      transits.push((await call(inventory.shipTransit, { wid: from, shipToWid: to, lines })).slip)
    },
    arrive: () => {
      const lines = [{ lineNo: 1, accepted: units(2), ...(random() < 0.4 && { rejected: 1, reasonCode: 20 }) }]
      return call(inventory.receiveTransit, { slip: pick(transits), lines })
    },
    bringBack: () => call(inventory.returnTransit, { slip: pick(transits), lines: [{ lineNo: 1, units: units(2) }] }),
    writeOff: () => call(inventory.closeTransit, { slip: pick(transits), reasonCode: 20 }),
    purchase: async () => {
      const lines = [{ itemID: item(), units: units(9), wid: wid() }]
      const dates = random() < 0.8 ? { expectedDate: days(-5, 5) } : {}
      purchases.push((await call(inventory.createPurchaseOrder, { vendor, lines, ...dates })).poNo)
    },
    changePurchase: () =>
      call(inventory.updatePurchaseOrder, {
        poNo: pick(purchases),
        ...oneOf<object>([
          { expectedDate: days(-5, 5) },
          { lines: [{ lineNo: 1, units: units(9), unitPrice: below(90) }] },
          { lines: [{ lineNo: 1, close: true, reason: 'gone' }] },
        ]),
      }),
    receiveLine: async () => {
      const poNo = pick(purchases)
      const line = (await call(inventory.listPurchaseOrderLines, { poNo })).value[0]
      const more = { reference: poNo, line: 1, wid: line?.warehouse ?? 1, ...price() }
      return world.receive(line?.shortID ?? '', units(5), more)
    },
    order: async () => {
      const lines = [{ itemID: item(), units: units(5), wid: wid() }]
      const dates = random() < 0.8 ? { shipDate: days(-5, 5) } : {}
      orders.push((await call(inventory.createShippingOrder, { customer, lines, ...dates })).soNo)
    },
    pack: () => call(inventory.packShippingOrder, { soNo: pick(orders), lines: [{ lineNo: 1, units: units(2) }] }),
    deliver: () => call(inventory.shipShippingOrder, { soNo: pick(orders) }),
    reserve: async () => {
      const input = { itemID: item(), units: units(3), wid: wid() }
      reservations.push((await call(inventory.createReservation, input)).reservationID)
    },
    unreserve: () => call(inventory.releaseReservation, { reservationID: pick(reservations) }),
    count: async () => {
      const itemID = item()
      const { countNo } = await call(inventory.createCount, { wid: wid(), items: [itemID] })
      const { lines } = await call(inventory.getCount, { countNo })
      for (const line of lines) {
        const counted = Math.max(0, (line.expected ?? 0) + oneOf([0, -1, 2, 0.5]))
        await call(inventory.countLine, { countNo, itemID, spot: line.spot, counted })
      }
      await call(inventory.submitCount, { countNo, uncounted: 'skip' })
      await call(inventory.approveCount, { countNo })
      return call(inventory.postCount, { countNo, reasonIn: 10, reasonOut: 20 })
    },
  }
  const often = [
    'receive',
    'receive',
    'receive',
    'move',
    'move',
    'issue',
    'amend',
    'reverse',
    'ship',
    'arrive',
  ] as const
  const names = [...often, ...Object.keys(actions)]
  const done = new Map<string, number>()
  const act = async (name: string) => {
    try {
      await actions[name]?.()
      done.set(name, 1 + (done.get(name) ?? 0))
    } catch (error) {
      if (!isRefused(error)) throw error
    }
  }
  for (let step = 0; step < 12; step++) await act('receive')
  for (let step = 0; step < steps; ) {
    // Some at once: the feed may have them in another sequence than the ledger.
    const atOnce = 1 + below(3)
    await Promise.all(Array.from({ length: atOnce }, () => act(names[below(names.length)] ?? 'receive')))
    step += atOnce
  }
  return done
}

const isRefused = (error: unknown) =>
  error instanceof Error && ('code' in error || error.message === 'Nothing is there yet')
