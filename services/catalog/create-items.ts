import type { ClientSession } from 'mongoose'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import type { ItemInput } from '../../shared/contract/catalog/item-input.ts'
import type { Output } from '../../shared/contract/core/operation.ts'
import {
  createSharedTransactions,
  requireInTime,
  type SharedWrite,
} from '../../shared/database/group-commit/shared-transactions.ts'
import type { Attempt } from '../../shared/database/transaction.ts'
import type { UnitOfWork } from '../../shared/database/unit-of-work.ts'
import type { OutgoingEvent } from '../../shared/messaging/events/outbox.ts'
import type { CallContext } from '../../shared/process/call-context.ts'
import { present } from '../../shared/process/time/clock.ts'
import type { ItemRecord } from './item.model.ts'
import { insertItems, nameIsTaken, toNewItem } from './items.ts'
import { type Models, toItem, toItemEvent, toSnapshot } from './models.ts'
import type { WriteDeps } from './write.ts'

/** In one transaction, as of the stock engine: a new item is four records. */
const MAX_ITEMS = 250

interface CreationDeps extends WriteDeps {
  readonly nextPartNos: (count: number) => Promise<number[]>
}

/** A new item that waits for its transaction; its key is its shortID. */
interface Creation extends SharedWrite<string> {
  readonly input: ItemInput
}

/** Creates items: those that come while others are written share one transaction (docs/adr/0002-group-commit.md). */
export function createCreateItem({ connection, models, idempotency, outbox, nextPartNos }: CreationDeps) {
  const submit = createSharedTransactions<string, Creation>(
    connection,
    idempotency,
    MAX_ITEMS,
    (groups, unit, attempt) => apply(groups.flat(), unit, attempt),
  )

  const apply = async (creations: readonly Creation[], unit: UnitOfWork, attempt: Attempt) => {
    const taken = await readTakenNames(models, creations, unit.session)
    const free: Creation[] = []
    const refused: { write: Creation; error: unknown }[] = []
    for (const write of creations) {
      try {
        requireInTime(write, attempt)
        if (taken.has(write.input.shortID)) throw nameIsTaken(write.input.shortID)
        taken.add(write.input.shortID)
        free.push(write)
      } catch (error) {
        refused.push({ write, error })
      }
    }
    if (free.length === 0) return { done: [], refused }
    const now = present()
    const partNos = await nextPartNos(free.length)
    const made = free.map((write, index) => {
      const createdBy = write.operation.context.caller?.id ?? ''
      return { write, item: toNewItem(write.input, { partNo: partNos[index] ?? 0, createdBy, now }) }
    })
    const items = made.map(({ item }) => item)
    insertItems(models, items, unit)
    outbox.add(items.flatMap(toEvents), unit)
    const done = made.map(({ write, item }) => ({ write, result: toResult(item) }))
    idempotency.recordApplied(
      done.map(({ write, result }) => ({ entry: write.operation, output: result })),
      unit,
    )
    return { done, refused }
  }

  return (input: ItemInput, context: CallContext) =>
    idempotency.once(
      catalog.createItem,
      input,
      context,
      async (operation) =>
        // The result of a creation is made by toResult.
        (await submit({ operation, keys: [input.shortID], input })) as Output<typeof catalog.createItem>,
    )
}

async function readTakenNames({ names }: Models, creations: readonly Creation[], session: ClientSession) {
  const shortIDs = creations.map(({ input }) => input.shortID)
  const found = await names.find({ _id: { $in: shortIDs } }, { _id: 1 }, { session }).lean()
  return new Set(found.map(({ _id }) => _id))
}

const toResult = (item: ItemRecord): Output<typeof catalog.createItem> => ({ ...toItem(item), status: 'created' })

/** A new item has no aliases. */
const toEvents = (item: ItemRecord): OutgoingEvent[] => [
  { subject: 'catalog.item.changed', payload: toSnapshot(item, new Map()) },
  toItemEvent('item.created', item),
]
