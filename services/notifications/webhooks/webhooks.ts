import type { ClientSession } from 'mongoose'
import { AppError } from '../../../shared/contract/core/errors.ts'
import type { Input } from '../../../shared/contract/core/operation.ts'
import { type PageQuery, requestedSort, toPage } from '../../../shared/contract/core/paging.ts'
import {
  type webhooks as contract,
  MAX_WEBHOOKS,
  type Webhook,
} from '../../../shared/contract/notifications/webhooks.ts'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import { readCountedPage } from '../../../shared/database/read-page.ts'
import { TransactionConflict } from '../../../shared/database/transaction.ts'
import type { AttemptModel } from './delivery/attempt.model.ts'
import type { DeliveryModel } from './delivery/delivery.model.ts'
import { unblemished, type WebhookModel, type WebhookRecord } from './webhook.model.ts'

/** Deliveries are signed with a replaced secret too, for so long. */
const BOTH_SECRETS_MS = 24 * 3_600_000

/** What webhooks are kept in. */
export interface WebhookModels {
  readonly webhooks: WebhookModel
  readonly deliveries: DeliveryModel
  readonly attempts: AttemptModel
}

/** What a new webhook is given besides what its client says. */
interface Birth {
  readonly rec: number
  readonly owner: string
  readonly seed: string
}

const storedAs = {
  rec: '_id',
  name: 'name',
  url: 'url',
  payloadMode: 'payloadMode',
  active: 'active',
  switchedOff: 'switchedOff',
  failingSince: 'failingSince',
  created: 'created',
  modified: 'modified',
} as const
const sortable = Object.keys(storedAs) as (keyof typeof storedAs)[]

/** A page of a client's own webhooks, by rec. */
export async function listWebhooks({ webhooks }: WebhookModels, query: PageQuery, owner: string) {
  const { modifiedSince } = query
  const filter = { owner, ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }) }
  const { field, direction } = requestedSort(query, sortable) ?? { field: 'rec', direction: 1 }
  const sort = { [storedAs[field]]: direction, _id: direction }
  const { totalCount, found } = await readCountedPage<WebhookRecord>(webhooks, { filter, sort }, query)
  return toPage(found.map(toWebhook), totalCount, query)
}

/** A client's own webhook; throws 404 for any other. */
export async function findWebhook(
  { webhooks }: WebhookModels,
  rec: number,
  owner: string,
  session: ClientSession | null = null,
): Promise<WebhookRecord> {
  const found = await webhooks.findOne({ _id: rec, owner }, null, { session }).lean<WebhookRecord>()
  if (!found) throw new AppError('not_found', `Webhook ${rec} does not exist.`)
  return found
}

/** Stores a new webhook; when it loses a race for its slot, its transaction is run again and finds another, or none. */
export async function insertWebhook(
  { webhooks }: WebhookModels,
  input: Input<typeof contract.createWebhook>,
  { rec, owner, seed }: Birth,
  session: ClientSession,
): Promise<WebhookRecord> {
  const taken = await webhooks.find({ owner }, { slot: 1 }, { session }).lean()
  const slots = Array.from({ length: MAX_WEBHOOKS }, (_, slot) => slot)
  const free = slots.filter((slot) => taken.every((other) => other.slot !== slot))
  // Any of them: those who ask at the same time should not all want the same one.
  const slot = free[Math.floor(Math.random() * free.length)]
  if (slot === undefined) throw new AppError('conflict', `A client has at most ${MAX_WEBHOOKS} webhooks.`)
  const now = new Date()
  const record: WebhookRecord = {
    _id: rec,
    owner,
    slot,
    name: input.name,
    url: input.url,
    events: [...new Set(input.events)],
    payloadMode: input.payloadMode ?? 'full',
    active: input.active ?? true,
    ...unblemished,
    seed,
    previousSeed: null,
    previousUntil: null,
    created: now,
    modified: now,
  }
  await webhooks.insertMany([record], { session }).catch((error: unknown) => {
    throw isDuplicateKey(error) ? new TransactionConflict('The slot is taken', { cause: error }) : error
  })
  return record
}

/** Changes what is given. Another receiver, or `active: true`, lets the past be forgotten. */
export async function updateWebhook(
  models: WebhookModels,
  { rec, ...input }: Input<typeof contract.updateWebhook>,
  owner: string,
  session: ClientSession,
): Promise<void> {
  const { url } = await findWebhook(models, rec, owner, session)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const isAnew = input.active === true || (input.url !== undefined && input.url !== url)
  const changes = {
    ...given,
    ...(input.events && { events: [...new Set(input.events)] }),
    ...(isAnew && { ...unblemished }),
    modified: new Date(),
  }
  await models.webhooks.updateOne({ _id: rec }, { $set: changes }, { session })
}

/** Removes a webhook; nobody can read its log any more, and nobody delivers what waits. */
export async function deleteWebhook(models: WebhookModels, rec: number, owner: string, session: ClientSession) {
  await findWebhook(models, rec, owner, session)
  await models.webhooks.deleteOne({ _id: rec }, { session })
}

/** Gives a webhook another secret; the one before stays valid for a while. Resolves with the end of that. */
export async function rotateSecret(
  models: WebhookModels,
  rec: number,
  owner: string,
  seed: string,
  session: ClientSession,
): Promise<Date> {
  const { seed: previousSeed } = await findWebhook(models, rec, owner, session)
  const now = Date.now()
  const previousUntil = new Date(now + BOTH_SECRETS_MS)
  const changes = { seed, previousSeed, previousUntil, modified: new Date(now) }
  await models.webhooks.updateOne({ _id: rec }, { $set: changes }, { session })
  return previousUntil
}

/** The seeds of the secrets that a delivery is signed with now. */
export function validSeeds({ seed, previousSeed, previousUntil }: WebhookRecord, now: number): string[] {
  return previousSeed !== null && previousUntil !== null && previousUntil.getTime() > now
    ? [seed, previousSeed]
    : [seed]
}

/** A webhook as it goes out. */
export function toWebhook(record: WebhookRecord): Webhook {
  const { _id: rec, name, url, events, payloadMode, active, switchedOff, failingSince, created, modified } = record
  return {
    rec,
    name,
    url,
    events: [...events],
    payloadMode,
    active,
    switchedOff,
    failingSince: failingSince?.toISOString() ?? null,
    created: created.toISOString(),
    modified: modified.toISOString(),
  }
}
