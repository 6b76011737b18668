import { Big } from 'big.js'
import type { LedgerEntry, TransactionType } from '../../../../shared/contract/inventory/inventory.ts'
import type { Random } from '../../../support/records/seeded.ts'

/** A lot of the simulated item. */
export interface SimulatedLot {
  readonly recNo: number
  readonly wid: number
  readonly units: Big
  readonly price: Big | null
  readonly inTransit: boolean
  readonly hold: boolean
  readonly version: number
}

/** A lot before and after an entry. */
export interface Step {
  readonly before: SimulatedLot | undefined
  readonly after: SimulatedLot
}

export interface SimulatedEntry {
  readonly entry: LedgerEntry
  readonly steps: readonly Step[]
}

const ZERO = new Big(0)
const WAREHOUSES = [1, 2, 3] as const

/**
 * One item in three warehouses and in transit between them, that knows nothing of values: entries of every kind, chosen at
 * random, each with what it changes of lots as the ledger has it.
 */
export function simulateStock(random: Random) {
  const lots = new Map<number, SimulatedLot>()
  const entries: SimulatedEntry[] = []
  let lastRecNo = 0
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(choices: readonly T[]): T | undefined => choices[below(choices.length)]
  const isThere = ({ units }: SimulatedLot) => units.gt(ZERO)
  const inStock = (wid?: number) =>
    [...lots.values()].filter((lot) => isThere(lot) && !lot.inTransit && (wid === undefined || lot.wid === wid))
  const inTransit = () => [...lots.values()].filter((lot) => isThere(lot) && lot.inTransit)
  const somePrice = () => (random() < 0.75 ? new Big(below(3_000)).div(100) : null)
  const someUnits = (most: Big) => {
    const units = new Big(1 + below(80)).div(oneOf([1, 2, 8]) ?? 1)
    return random() < 0.2 || units.gt(most) ? most : units
  }
  const change = (lot: SimulatedLot, to: Partial<SimulatedLot>): Step => ({
    before: lot,
    after: { ...lot, ...to, version: lot.version + 1 },
  })
  const split = (lot: SimulatedLot, units: Big, to: Partial<SimulatedLot>): Step[] => {
    if (units.eq(lot.units)) return [change(lot, to)]
    lastRecNo += 1
    const part = { ...lot, ...to, recNo: lastRecNo, units, version: 1 }
    return [change(lot, { units: lot.units.minus(units) }), { before: undefined, after: part }]
  }
  /** Parts of lots in any sequence, so many units together. */
  const choose = (from: readonly SimulatedLot[], units: Big) => {
    let left = units
    return from
      .map((lot) => ({ lot, rank: random() }))
      .toSorted((one, other) => one.rank - other.rank)
      .flatMap(({ lot }) => {
        const taken = lot.units.lt(left) ? lot.units : left
        left = left.minus(taken)
        return taken.gt(ZERO) ? [{ lot, units: taken }] : []
      })
  }
  const unitsOf = (of: readonly SimulatedLot[]) => of.reduce((total, { units }) => total.plus(units), ZERO)

  const record = (type: TransactionType, steps: readonly Step[], also: Partial<LedgerEntry> = {}): SimulatedEntry => {
    for (const { after } of steps) lots.set(after.recNo, after)
    const made = { entry: toEntry(entries.length + 1, type, steps, also), steps }
    entries.push(made)
    return made
  }

  const receive = (also: Partial<LedgerEntry> = {}, price = somePrice()) => {
    lastRecNo += 1
    const units = someUnits(new Big(40))
    const wid = oneOf(WAREHOUSES) ?? 1
    const after = { recNo: lastRecNo, wid, units, price, inTransit: false, hold: false, version: 1 }
    return record('receive', [{ before: undefined, after }], also)
  }
  const takeFrom = (type: 'issue', also: Partial<LedgerEntry> = {}) => {
    const found = inStock(oneOf(WAREHOUSES) ?? 1)
    if (found.length === 0) return undefined
    const chosen = choose(found, someUnits(unitsOf(found)))
    return record(
      type,
      chosen.map(({ lot, units }) => change(lot, { units: lot.units.minus(units) })),
      also,
    )
  }
  const moveTo = (type: 'move' | 'ship', to: (wid: number) => Partial<SimulatedLot>) => {
    const wid = oneOf(WAREHOUSES) ?? 1
    const found = inStock(wid)
    if (found.length === 0) return undefined
    const destination = to(wid)
    const steps = choose(found, someUnits(unitsOf(found))).flatMap(({ lot, units }) => split(lot, units, destination))
    return record(type, steps)
  }
  const other = (wid: number) => oneOf(WAREHOUSES.filter((one) => one !== wid)) ?? 1
  const leave = (type: 'accept' | 'reject' | 'return', to: (lot: SimulatedLot) => Partial<SimulatedLot>) => {
    const lot = oneOf(inTransit())
    return lot && record(type, split(lot, someUnits(lot.units), { inTransit: false, ...to(lot) }))
  }

  const actions: Readonly<Record<string, () => SimulatedEntry | undefined>> = {
    receive: () => receive(),
    'receive a product': () => receive({ prodID: 'WO-1' }),
    issue: () => takeFrom('issue'),
    'use in a work order': () => takeFrom('issue', { prodID: 'WO-1' }),
    'ship packed': () => takeFrom('issue'),
    'adjust in': () => receive({ adjustment: true }, null),
    'adjust out': () => takeFrom('issue', { adjustment: true }),
    'count in': () => receive({ countNo: 'CC-1' }, null),
    'count out': () => takeFrom('issue', { countNo: 'CC-1' }),
    move: () => moveTo('move', (wid) => ({ wid: other(wid) })),
    'move within': () => moveTo('move', () => ({})),
    hold: () => {
      const lot = oneOf(inStock())
      return lot && record('hold', split(lot, someUnits(lot.units), { hold: true }))
    },
    ship: () => moveTo('ship', (wid) => ({ wid: other(wid), inTransit: true })),
    accept: () => leave('accept', () => ({})),
    reject: () => leave('reject', () => ({ hold: true })),
    return: () => leave('return', ({ wid }) => ({ wid: other(wid) })),
    lose: () => {
      const lot = oneOf(inTransit())
      return lot && record('lose', [change(lot, { units: ZERO, inTransit: false })])
    },
    amend: () => {
      const lot = oneOf([...lots.values()])
      return lot && record('amend', [change(lot, { price: somePrice() })])
    },
    reverse: () => {
      const reversed = oneOf(entries.filter(isReversible))
      return reversed && reverse(reversed)
    },
  }
  const reversible = new Set<TransactionType>(['receive', 'issue', 'move', 'hold'])
  const isReversible = ({ entry, steps }: SimulatedEntry) =>
    reversible.has(entry.type) && steps.every(({ after }) => lots.get(after.recNo)?.version === after.version)
  const reverse = ({ entry, steps }: SimulatedEntry) => {
    const undone = steps.toReversed().map(({ before, after }) => {
      const lot = lots.get(after.recNo) ?? after
      return before
        ? change(lot, { wid: before.wid, units: before.units, hold: before.hold })
        : change(lot, { units: ZERO })
    })
    return record('reverse', undone, { reverses: entry.transactionNo, reversedType: entry.type })
  }
  const ofTransits = ['ship', 'ship', 'accept', 'reject', 'return']
  const often = ['receive', 'receive', 'receive', 'move', 'issue', 'amend', 'reverse', 'reverse', ...ofTransits]
  const names = [...often, ...Object.keys(actions)]

  return {
    lots: (): readonly SimulatedLot[] => [...lots.values()],
    /** The next entry; undefined if what was chosen cannot be done. */
    act: (): SimulatedEntry | undefined => actions[oneOf(names) ?? 'receive']?.(),
    isReversible,
    reverse,
  }
}

/** The entry as its event has it. */
function toEntry(
  transactionNo: number,
  type: TransactionType,
  steps: readonly Step[],
  also: Partial<LedgerEntry>,
): LedgerEntry {
  const levels = new Map<number, Big>()
  for (const { before, after } of steps) {
    if (before && !before.inTransit) levels.set(before.wid, (levels.get(before.wid) ?? ZERO).minus(before.units))
    if (!after.inTransit) levels.set(after.wid, (levels.get(after.wid) ?? ZERO).plus(after.units))
  }
  const at = new Date(Date.UTC(2026, 0, 1) + transactionNo * 60_000).toISOString()
  const nothing = { line: null, supplier: null, price: null, expires: null, netWeight: null, grossWeight: null }
  const none = { ...nothing, shipto: null, prodID: null, transitSlip: null, countNo: null, reverses: null }
  const request = { clientId: 'shop', reasonCode: null, reference: '', remark: '', requestId: `r${transactionNo}` }
  const where = { wid: steps[0]?.after.wid ?? 1, spot: '', shipToWid: null, toSpot: null }
  return {
    ...{ transactionNo, type, at, ...request, itemID: 'BOLT', partNo: 1, units: 1, ...where, ...none, ...also },
    levels: [...levels]
      .filter(([, units]) => !units.eq(ZERO))
      .map(([wid, units]) => ({ wid, figure: 'inStock' as const, units: Number(units) })),
    lots: steps.map(({ before, after }) => ({
      recNo: after.recNo,
      fromRecNo: null,
      wid: after.wid,
      spot: '',
      hold: after.hold,
      unitsBefore: Number(before?.units ?? 0),
      unitsAfter: Number(after.units),
      wids: before && before.wid !== after.wid ? [before.wid, after.wid] : [after.wid],
      facts: {
        version: after.version,
        price: after.price && Number(after.price),
        received: at,
        expires: null,
        inTransit: after.inTransit,
        before: before ? { wid: before.wid, hold: before.hold, inTransit: before.inTransit } : null,
      },
    })),
  }
}
