import type { LedgerEntry } from '../../../../shared/contract/inventory/inventory.ts'

const NOTHING_MORE = {
  ...{ reasonCode: null, reference: '', remark: '', requestId: 'bench', spot: 'A-01', toSpot: null, line: null },
  ...{ supplier: null, price: null, expires: null, netWeight: null, grossWeight: null, shipto: null, prodID: null },
  ...{ transitSlip: null, countNo: null, reverses: null, shipToWid: null },
} as const

/** A lot as it is. */
export interface Lot {
  readonly recNo: number
  readonly partNo: number
  readonly received: string
  readonly expires: string | null
  readonly price: number | null
  wid: number
  units: number
  version: number
}

/** Changes a lot, and says how. */
export function stepOf(lot: Lot, after: Pick<Lot, 'wid' | 'units'>): LedgerEntry['lots'][number] {
  const { recNo, wid, units, version, price, received, expires } = lot
  const before = version === 0 ? null : { wid, hold: false, inTransit: false }
  Object.assign(lot, after, { version: version + 1 })
  return {
    ...{ recNo, fromRecNo: null, wid: after.wid, spot: 'A-01', hold: false },
    ...{ unitsBefore: units, unitsAfter: after.units, wids: [...new Set([wid, after.wid])] },
    facts: { version: version + 1, price, received, expires, inTransit: false, before },
  }
}

export const inStock = (wid: number, units: number) => ({ wid, figure: 'inStock' as const, units })

type Entry = Pick<LedgerEntry, 'transactionNo' | 'type' | 'at' | 'partNo' | 'units' | 'wid' | 'levels' | 'lots'> &
  Partial<LedgerEntry>

export const toEntry = (entry: Entry): LedgerEntry => ({
  ...NOTHING_MORE,
  clientId: `client-${entry.partNo % 5}`,
  actor: `person-${entry.transactionNo % 20}`,
  itemID: shortIdOf(entry.partNo),
  ...entry,
})

export const shortIdOf = (partNo: number) => `ITEM-${String(partNo).padStart(5, '0')}`
