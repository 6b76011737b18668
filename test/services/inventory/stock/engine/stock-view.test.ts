import { expect, test } from 'vitest'
import { stockHooks } from '../../../../../services/inventory/documents/stock-hooks.ts'
import type { StockReads } from '../../../../../services/inventory/stock/engine/stock-reads.ts'
import { createStockView } from '../../../../../services/inventory/stock/engine/stock-view.ts'
import type { ReservationRecord } from '../../../../../services/inventory/stock/reservations/records/reservation.model.ts'

const at = (time: string) => new Date(`2026-11-27T${time}Z`)

test('the next end is the first that is stored, whatever a plan of the same transaction has made of it', async () => {
  const stored = [
    { _id: 1, state: 'Active', expires: at('11:59:00') },
    { _id: 2, state: 'Active', expires: at('12:00:10') },
    { _id: 3, state: 'Active', expires: at('12:00:20') },
  ] as ReservationRecord[]
  const planned = stored.map((record) => (record._id === 2 ? { ...record, expires: at('13:00:00') } : record))
  const reads = {
    level: async () => ({ expires: at('11:59:00') }),
    ending: async () => ({ page: stored, isLastPage: true }),
    records: { get: async (_: unknown, id: number) => planned.find(({ _id }) => _id === id) },
  } as unknown as StockReads
  const { lapsed, next } = await createStockView(reads, at('12:00:00'), stockHooks).lapsed(1)
  expect({ lapsed: lapsed.map(({ _id }) => _id), next }).toEqual({ lapsed: [1], next: at('12:00:10') })
})
