import { EJSON } from 'bson'
import { expect, test } from 'vitest'
import { withLevels } from '../../services/notifications/migrations/1.1.0-entries-with-levels.ts'
import { LedgerEntry } from '../../shared/contract/inventory/records/ledger-event.ts'
import { Reservation } from '../../shared/contract/inventory/reservations.ts'
import { type ChangeType, feedEvents } from '../../shared/contract/notifications/changes.ts'
import { readDataSet, recordedVersions } from '../upgrade/data-set.ts'

/** Responses kept for repeats and entries of the change feed stay as written. Today's contract must accept them. */
test('a ledger entry of a version without counts belongs to no count', () => {
  const entry = {
    transactionNo: 1,
    type: 'receive',
    at: '2026-11-20T08:00:00Z',
    clientId: 'demo',
    requestId: '6f1c',
    reasonCode: 10,
    reference: '',
    remark: '',
    partNo: 1_000_000,
    itemID: 'BOLT',
    units: 5,
    wid: 1,
    spot: 'A-01',
    shipToWid: null,
    toSpot: null,
    ...{ line: null, supplier: null, price: null, expires: null, netWeight: null, grossWeight: null },
    ...{ shipto: null, prodID: null, transitSlip: null },
    reverses: null,
    lots: [],
    levels: [],
  }
  expect(LedgerEntry.parse(entry)).toEqual({ ...entry, countNo: null })
})

test('a stored reservation without `ofOrder` belongs to no order in responses', () => {
  const reservation = {
    reservationID: 1,
    itemID: 'BOLT',
    wid: 1,
    ...{ units: 5, remaining: 5, recno: null, reference: 'CART-1', line: null, priority: 0, expires: null },
    state: 'Active',
  }
  expect(Reservation.parse(reservation)).toEqual({ ...reservation, ofOrder: false })
})

/** Of version 1.0.0 as the migration leaves them; a process of the version before sends its own while it is replaced. */
test.each(recordedVersions())('the events of %s are accepted by the consumers of today (R15)', (version) => {
  const kept = readDataSet(version).databases.notifications?.find(({ name }) => name === 'changes')?.documents ?? []
  expect(kept.length).toBeGreaterThan(50)
  for (const { type, at, wids, data } of EJSON.deserialize(EJSON.serialize(kept), { relaxed: true }) as StoredChange[])
    expect
      .soft(feedEvents[type].safeParse({ at: String(at), wids, data: ofToday(type, data) }).error?.issues, type)
      .toBeUndefined()
})

const ofToday = (type: ChangeType, data: unknown) =>
  type.startsWith('inventory.') && !('levels' in Object(data)) ? withLevels(Object(data)) : data

interface StoredChange {
  readonly type: ChangeType
  readonly at: unknown
  readonly wids: readonly number[]
  readonly data: unknown
}
