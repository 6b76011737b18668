import { Big } from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chooseLots,
  compareLots,
  isSelected,
  totalUnits,
  whyNot,
} from '../../../../../services/inventory/stock/lots/choose-lots.ts'
import { NEVER } from '../../../../../services/inventory/stock/lots/expiry.ts'
import type { Lot } from '../../../../../services/inventory/stock/lots/lot.model.ts'
import { smaller, sum } from '../../../../../shared/quantity.ts'

const NOW = new Date('2026-06-01T00:00:00.000Z')

function aLot(overrides: Partial<Lot> = {}): Lot {
  return {
    _id: 1,
    partNo: 1,
    shortID: 'BOLT',
    wid: 1,
    spot: 'A',
    units: new Big(10),
    received: NOW,
    shipped: null,
    serial: '',
    serial2: null,
    rfidTag: null,
    remark: '',
    hold: false,
    active: true,
    jobid: 0,
    expires: NEVER,
    reference: '',
    supplier: 0,
    line: 0,
    netWeight: null,
    grossWeight: null,
    price: null,
    parent: null,
    modified: NOW,
    version: 1,
    ...overrides,
  }
}

const micro = fc.integer({ min: 0, max: 2_000_000_000 }).map((millionths) => new Big(millionths).div(1_000_000))
const day = fc.integer({ min: 1, max: 28 }).map((date) => new Date(Date.UTC(2026, 6, date)))
const lots = fc
  .array(fc.record({ units: micro, expires: fc.oneof(day, fc.constant(NEVER)), received: day }), { maxLength: 12 })
  .map((records) => records.map((record, index) => aLot({ ...record, _id: index + 1 })))

/** Lots, and units of which they hold enough. */
const sufficient = fc.tuple(lots, micro).map(([stock, units]) => ({ stock, units: smaller(units, totalUnits(stock)) }))

test('the chosen units add up to what is requested, to the last decimal', () => {
  fc.assert(
    fc.property(sufficient, ({ stock, units }) => {
      const chosen = chooseLots(stock, units)
      expect(sum(chosen.map((taken) => taken.units)).eq(units)).toBe(true)
      for (const { lot, units: taken } of chosen) expect(taken.gt(0) && taken.lte(lot.units)).toBe(true)
    }),
  )
})

test('no lot is touched while one before it in the sequence still has units, and only the last is taken in part', () => {
  fc.assert(
    fc.property(sufficient, ({ stock, units }) => {
      const chosen = chooseLots(stock, units)
      const inOrder = [...stock].sort(compareLots).filter((lot) => lot.units.gt(0))
      expect(chosen.map(({ lot }) => lot._id)).toEqual(inOrder.slice(0, chosen.length).map((lot) => lot._id))
      for (const { lot, units: taken } of chosen.slice(0, -1)) expect(taken.eq(lot.units)).toBe(true)
    }),
  )
})

test('lots that do not suffice are no choice', () => {
  expect(() => chooseLots([aLot()], new Big(10.5))).toThrow('Lots hold 0.5 units too few')
})

test('the sequence of choice is total: first to expire, then oldest received, then lowest recNo', () => {
  const soon = aLot({ _id: 9, expires: new Date('2026-07-01') })
  const older = aLot({ _id: 8, received: new Date('2026-01-01') })
  const first = aLot({ _id: 2 })
  const second = aLot({ _id: 3 })
  expect([second, first, older, soon].sort(compareLots).map(({ _id }) => _id)).toEqual([9, 8, 2, 3])
})

test.each([
  ['an inactive lot is never taken', { active: false }, 'move', true, 'not active'],
  ['a held lot is not issued even by its number', { hold: true }, 'issue', true, 'on hold'],
  ['a held lot is not moved by the choice', { hold: true }, 'move', false, 'on hold'],
  ['a held lot is moved by its number', { hold: true }, 'move', true, undefined],
  ['an expired lot is not issued by the choice', { expires: NOW }, 'issue', false, 'expired'],
  ['an expired lot is issued by its number', { expires: NOW }, 'issue', true, undefined],
  ['an expired lot is moved', { expires: NOW }, 'move', false, undefined],
  ['any other lot is taken', {}, 'issue', false, undefined],
] as const)('%s', (_, lot, purpose, byNumber, reason) => {
  expect(whyNot(aLot(lot), purpose, byNumber, NOW)).toBe(reason)
})

test.each([
  ['recno', { recno: 2 }],
  ['spot', { spot: 'B' }],
  ['serial', { serial: 'S' }],
  ['serial2', { serial2: 'S' }],
  ['rfidTag', { rfidTag: 'R' }],
  ['wid', { wid: 2 }],
  ['partNo', { partNo: 2 }],
  ['receivedFrom', { receivedFrom: new Date(NOW.getTime() + 1) }],
  ['receivedBefore', { receivedBefore: NOW }],
])('a lot that differs in %s is not selected', (_, other) => {
  const selection = { partNo: 1, wid: 1 }
  expect(isSelected(aLot(), selection)).toBe(true)
  expect(isSelected(aLot(), { ...selection, ...other })).toBe(false)
})
