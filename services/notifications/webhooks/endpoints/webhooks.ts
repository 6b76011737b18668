import type { ClientSession } from 'mongoose'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Input } from '../../../../shared/contract/core/operation.ts'
import { type PageQuery, requestedSort, toPage } from '../../../../shared/contract/core/paging.ts'
import type { ClientWebhook } from '../../../../shared/contract/notifications/notifications.ts'
import { type webhooks as contract, MAX_WEBHOOKS, Webhook } from '../../../../shared/contract/notifications/webhooks.ts'
import { isDuplicateKey } from '../../../../shared/database/database-errors.ts'
import { readCountedPage } from '../../../../shared/database/read-page.ts'
import { differs } from '../../../../shared/database/record-fields.ts'
import { TransactionConflict } from '../../../../shared/database/transaction.ts'
import { DAY_MS } from '../../../../shared/day.ts'
import { present } from '../../../../shared/process/time/clock.ts'
import { healthy, type WebhookModel, type WebhookRecord } from './webhook.model.ts'
import { replacedSeeds } from './webhook-secrets.ts'

/** How long a replaced secret stays valid. */
const PREVIOUS_SECRET_MS = DAY_MS
/** Most replaced secrets of a webhook that are valid at a time. */
const MAX_REPLACED_SECRETS = 3

interface NewWebhook extends Input<typeof contract.createWebhook> {
  readonly rec: number
  readonly owner: string
  readonly seed: string
  readonly since: number
}

const sortable = Webhook.keyof().exclude(['events']).options
/** Fields that are stored under another name. */
const storedAs: Readonly<Record<string, string>> = { rec: '_id', clientId: 'owner' }

/** A page of a client's own webhooks, by rec unless the query has another sort. */
export const listWebhooks = (webhooks: WebhookModel, query: PageQuery, owner: string) =>
  readWebhooks(webhooks, query, owner, sortable, toWebhook)

/** A page of the webhooks of all clients, or of one, for the operator. */
export const listClientWebhooks = (webhooks: WebhookModel, query: PageQuery, owner: string | undefined) =>
  readWebhooks(webhooks, query, owner, [...sortable, 'clientId'], toClientWebhook)

async function readWebhooks<T>(
  webhooks: WebhookModel,
  query: PageQuery,
  owner: string | undefined,
  sortable: readonly string[],
  toResult: (record: WebhookRecord) => T,
) {
  const { modifiedSince } = query
  const filter = {
    ...(owner !== undefined && { owner }),
    ...(modifiedSince && { modified: { $gte: new Date(modifiedSince) } }),
  }
  const { field, direction } = requestedSort(query, sortable) ?? { field: 'rec', direction: 1 }
  const sort = { [storedAs[field] ?? field]: direction, _id: direction }
  const { totalCount, found } = await readCountedPage<WebhookRecord>(webhooks, { filter, sort }, query)
  return toPage(found.map(toResult), totalCount, query)
}

/** A client's own webhook, throws 404 for any other; without an owner, the webhook of any client. */
export async function findWebhook(
  webhooks: WebhookModel,
  rec: number,
  owner?: string,
  session: ClientSession | null = null,
): Promise<WebhookRecord> {
  const filter = { _id: rec, ...(owner !== undefined && { owner }) }
  const found = await webhooks.findOne(filter, null, { session }).lean<WebhookRecord>()
  if (!found) throw new AppError('not_found', `Webhook ${rec} does not exist.`)
  return found
}

/** Stores a new webhook in a free slot; throws 409 if there is none. */
export async function insertWebhook(
  webhooks: WebhookModel,
  { rec, owner, seed, since, ...input }: NewWebhook,
  session: ClientSession,
): Promise<WebhookRecord> {
  const taken = await webhooks.find({ owner }, { slot: 1 }, { session }).lean()
  const slots = Array.from({ length: MAX_WEBHOOKS }, (_, slot) => slot)
  const free = slots.filter((slot) => taken.every((other) => other.slot !== slot))
  // A random one, so that concurrent requests rarely want the same.
  const slot = free[Math.floor(Math.random() * free.length)]
  if (slot === undefined) throw new AppError('conflict', `A client has at most ${MAX_WEBHOOKS} webhooks.`)
  const now = present()
  const record: WebhookRecord = {
    _id: rec,
    owner,
    slot,
    name: input.name,
    url: input.url,
    events: [...new Set(input.events)],
    payloadMode: input.payloadMode ?? 'full',
    active: input.active ?? true,
    ...healthy,
    seed,
    previousSeed: null,
    previousUntil: null,
    since,
    created: now,
    modified: now,
  }
  await webhooks.insertMany([record], { session }).catch((error: unknown) => {
    // Another request took the slot: the transaction is repeated with another one.
    throw isDuplicateKey(error) ? new TransactionConflict('The slot is taken', { cause: error }) : error
  })
  return record
}

interface WebhookUpdate extends Input<typeof contract.updateWebhook> {
  /** The end of the feed, if the webhook is to be active. */
  readonly since: number | undefined
}

/**
 * Changes the given fields, if one of them differs. Another URL, or `active: true`, resets the health. A webhook that was
 * not active gets what follows `since`.
 */
export async function updateWebhook(
  webhooks: WebhookModel,
  { rec, since, ...input }: WebhookUpdate,
  owner: string,
  session: ClientSession,
): Promise<'updated' | 'unchanged'> {
  const webhook = await findWebhook(webhooks, rec, owner, session)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const isReset = input.active === true || (input.url !== undefined && input.url !== webhook.url)
  const changes = {
    ...given,
    ...(input.events && { events: [...new Set(input.events)] }),
    ...(isReset && { ...healthy }),
    ...(input.active && !webhook.active && since !== undefined && { since }),
  }
  if (!differs(webhook, changes)) return 'unchanged'
  await webhooks.updateOne({ _id: rec }, { $set: { ...changes, modified: present() } }, { session })
  return 'updated'
}

/** Removes a webhook; its log can no longer be read, and its deliveries are no longer made. */
export async function deleteWebhook(webhooks: WebhookModel, rec: number, owner: string, session: ClientSession) {
  await findWebhook(webhooks, rec, owner, session)
  await webhooks.deleteOne({ _id: rec }, { session })
}

/** Replaces the seed of a webhook's secret; 409 if too many sign. Resolves to the time until which the old one signs. */
export async function rotateSecret(
  webhooks: WebhookModel,
  { rec, owner, seed, now }: { rec: number; owner: string; seed: string; now: number },
  session: ClientSession,
): Promise<Date> {
  const webhook = await findWebhook(webhooks, rec, owner, session)
  const earlierSeeds = replacedSeeds(webhook, now)
  const first = earlierSeeds[MAX_REPLACED_SECRETS - 1]
  if (first !== undefined) {
    const until = first.until.toISOString()
    throw new AppError('conflict', `Webhook ${rec} signs with ${MAX_REPLACED_SECRETS} old secrets until ${until}.`)
  }
  const previousUntil = new Date(now + PREVIOUS_SECRET_MS)
  const changes = { seed, previousSeed: webhook.seed, previousUntil, earlierSeeds, modified: new Date(now) }
  await webhooks.updateOne({ _id: rec }, { $set: changes }, { session })
  return previousUntil
}

/** A webhook as clients get it. */
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

/** A webhook as the operator gets it. */
export function toClientWebhook(record: WebhookRecord): ClientWebhook {
  const { rec, ...webhook } = toWebhook(record)
  return { rec, clientId: record.owner, ...webhook }
}
