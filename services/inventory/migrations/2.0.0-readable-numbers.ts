import type { Connection } from 'mongoose'
import { isReachable } from '../../../shared/contract/core/identifiers.ts'
import type { Counters } from '../../../shared/database/counters.ts'
import type { Migration } from '../../../shared/database/migrations/migration.ts'
import { inUnitOfWork, type UnitOfWork } from '../../../shared/database/unit-of-work.ts'
import type { Outbox } from '../../../shared/messaging/events/outbox.ts'
import type { Logger } from '../../../shared/process/log.ts'
import { present } from '../../../shared/process/time/clock.ts'
import { countFamily } from '../documents/count/count-family.ts'
import { foreignOrders } from '../documents/foreign/order-line.model.ts'
import type { DocumentEvents } from '../documents/kit/document-events.ts'
import type { Family, Header, Line } from '../documents/kit/family/family.ts'
import {
  createOrderNumbers,
  type NumberOwner,
  type OrderNumbers,
  takenNumbers,
  toNumberedKind,
} from '../documents/kit/order-number.ts'
import { purchaseFamily } from '../documents/purchase/purchase-family.ts'
import { shippingFamily } from '../documents/shipping/shipping-family.ts'
import { transitFamily } from '../documents/transit/transit-family.ts'
import { workFamily } from '../documents/work/work-family.ts'
import { createTurns } from '../records/session-reads.ts'
import {
  createRecordView,
  type FieldValues,
  type RecordChange,
  type VersionedView,
  writeRecords,
} from '../records/versioned-records.ts'
import { countRecords, type StockModels } from '../stock/engine/stock-writes.ts'
import type { LedgerModel } from '../stock/ledger/ledger.model.ts'
import { packId, packs } from '../stock/reservations/records/pack.model.ts'
import { reservations } from '../stock/reservations/records/reservation.model.ts'
import { asPrepared } from '../stock/stock-operation.ts'

const NUMBERS_AT_ONCE = 1_000
const TIMEOUT_MS = 30_000

type View = Pick<VersionedView, 'get' | 'find'>

/** A family whose documents can get other numbers. */
const toRenumbered = <H extends Header, L extends Line, T>(family: Family<H, L, T>) => ({
  ...toNumberedKind(family),
  chooseNumber: (numbers: OrderNumbers) => numbers.choose(family, undefined, { isDryRun: false }),
  /** The numbers that no path reaches, ascending. */
  async *readUnreachable(connection: Connection): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const ids = family.headers.model(connection).find({}, { _id: 1 }).gt('_id', after).sort({ _id: 1 })
      const numbers = (await ids.limit(NUMBERS_AT_ONCE).lean<{ readonly _id: string }[]>()).map(({ _id }) => _id)
      yield* numbers.filter((number) => !isReachable(number))
      const last = numbers.at(-1)
      if (last === undefined) return
      after = last
    }
  },
  /** The writes that give a document another number; none if there is no such document any more. */
  async renumber(records: View, number: string, to: string, now: Date): Promise<RecordChange[]> {
    const { headers, lines, numberField, lineId } = family
    const header = await records.get(headers, number)
    if (!header) return []
    // The field of that name holds the number, a string.
    const ofDocument = await records.find(lines, { [numberField]: number } as unknown as FieldValues<L>)
    return [
      headers.change(header, undefined),
      headers.change(undefined, { ...header, _id: to, modified: now }),
      ...ofDocument.flatMap((line) => [
        lines.change(line, undefined),
        lines.change(undefined, { ...line, _id: lineId(to, line.lineNo), [numberField]: to }),
      ]),
    ]
  },
})

const kinds = [
  toRenumbered(shippingFamily),
  toRenumbered(purchaseFamily),
  toRenumbered(workFamily),
  toRenumbered(transitFamily),
  toRenumbered(countFamily),
]

export interface RenumberDeps {
  readonly connection: Connection
  readonly models: StockModels & { readonly ledger: LedgerModel }
  readonly counters: Counters
  readonly documentEvents: DocumentEvents
  readonly outbox: Outbox
  readonly log: Logger
}

/**
 * Gives the documents whose numbers no path reaches, which versions before 1.2.0 took, numbers of their families. The
 * record of the former number names the new one: it stays an alias, which search finds and nothing else gets.
 */
export function readableNumbers({
  connection,
  models,
  counters,
  documentEvents,
  outbox,
  log,
}: RenumberDeps): Migration {
  const numbers = createOrderNumbers(connection, counters, kinds, foreignOrders)

  const rename = async ({ kind, chooseNumber, renumber }: (typeof kinds)[number], number: string): Promise<boolean> => {
    const chosen = await chooseNumber(numbers)
    return inUnitOfWork(connection, Date.now() + TIMEOUT_MS, async (unit) => {
      const records = createRecordView(connection, unit.session, createTurns())
      const now = present()
      const owners = await ownersOf(records, number)
      const isInLedger = (await models.ledger.exists({ reference: number }).session(unit.session)) !== null
      if (isInLedger && owners.length > 1) {
        log.warn({ number, owners }, 'The ledger does not say which of these it means: both keep their number')
        return false
      }
      const moved = await renumber(records, number, chosen.value, now)
      if (moved.length === 0) return false
      const changes = [
        await chosen.take({ records }),
        ...moved,
        ...(await alias(records, number, {
          kind: `renamed ${kind}`,
          to: owners.length > 1 ? undefined : chosen.value,
        })),
        ...(owners.length > 1 ? [] : await moveReservations(records, number, chosen.value, now)),
      ]
      write(changes, now, unit)
      return true
    })
  }

  function write(changes: readonly RecordChange[], now: Date, unit: UnitOfWork): void {
    outbox.add(documentEvents(changes, now), unit)
    countRecords(models, writeRecords(connection, changes, unit), unit)
  }

  return {
    name: '2.0.0-readable-numbers',
    removableIn: '3.0.0',
    async count() {
      let count = 0
      for (const kind of kinds) for await (const _ of kind.readUnreachable(connection)) count++
      return count
    },
    async *run() {
      // An assigned number may have been taken before there were counters of it: then the next one is tried.
      for (const kind of kinds)
        for await (const number of kind.readUnreachable(connection))
          yield { changed: Number(await asPrepared(() => rename(kind, number))) }
    },
  }
}

/** The kinds of documents that have a number: versions before 1.2.0 looked at one kind only. */
async function ownersOf(records: View, number: string): Promise<string[]> {
  const owners: string[] = []
  const all: readonly NumberOwner[] = [...kinds, foreignOrders]
  for (const { kind, isTaken } of all) if (await isTaken({ records }, number)) owners.push(kind)
  return owners
}

/** Nothing else gets the former number: operations that are known by it would be taken for done. */
async function alias(
  records: View,
  number: string,
  { kind, to }: { readonly kind: string; readonly to: string | undefined },
): Promise<RecordChange[]> {
  const before = await records.get(takenNumbers, number)
  const former = await records.find(takenNumbers, { renamedTo: number })
  return [
    takenNumbers.change(before, { _id: number, kind, ...(to !== undefined && { renamedTo: to }) }),
    ...(to === undefined ? [] : former.map((record) => takenNumbers.change(record, { ...record, renamedTo: to }))),
  ]
}

/** Reservations and packs that name a document. */
async function moveReservations(records: View, number: string, to: string, now: Date): Promise<RecordChange[]> {
  const reserved = await records.find(reservations, { reference: number })
  const packed = await records.find(packs, { soNo: number })
  return [
    ...reserved.map((record) => reservations.change(record, { ...record, reference: to, modified: now })),
    ...packed.flatMap((pack) => {
      const after = { ...pack, soNo: to }
      return [packs.change(pack, undefined), packs.change(undefined, { ...after, _id: packId(after) })]
    }),
  ]
}
