import { z } from 'zod'
import { type Caller, type Permission, type Rights, type WarehouseScope, warehouseScope } from '../core/access.ts'
import type { ChangeKind } from '../core/change-kind.ts'
import { changeKinds } from './change-kinds.ts'
import { DOCUMENTS_CHANGED, DocumentPayload } from './document-payload.ts'

export type { AliasChangeType, ItemChangeType } from './change-kinds.ts'

type Kind = (typeof changeKinds)[number]
type KindOf<T, K extends Kind = Kind> = K extends Kind ? (T extends K['types'][number] ? K : never) : never

export type ChangeType = Kind['types'][number]

export const changeTypes: readonly ChangeType[] = changeKinds.flatMap(({ types }): readonly ChangeType[] => types)

/** Type of an event of the feed: a change, or an event that only reports receive. */
export type FeedType = ChangeType | typeof DOCUMENTS_CHANGED

/** Every type of event of the feed. */
export const feedTypes: readonly FeedType[] = [...changeTypes, DOCUMENTS_CHANGED]

const kindOf = new Map(
  changeKinds.flatMap((kind: ChangeKind) => kind.types.map((type): [string, ChangeKind] => [type, kind])),
)
function requiredKind(type: ChangeType): ChangeKind {
  const kind = kindOf.get(type)
  if (!kind) throw new Error(`${type} is no type of change`)
  return kind
}

/** The permission that shows a type of change. */
export const accessOfChange = (type: ChangeType): Permission => requiredKind(type).access

/** What a reader may see of the changes. */
export interface ChangeReader {
  readonly scope: WarehouseScope
  /** Types that the reader has no permission for. */
  readonly hidden: readonly ChangeType[]
}

export const toChangeReader = ({
  permissions,
  warehouses,
}: Pick<Rights, 'permissions' | 'warehouses'>): ChangeReader => ({
  scope: warehouses,
  hidden: changeTypes.filter((type) => !permissions.includes(accessOfChange(type))),
})

/** Internal callers may see all types of changes. */
export const changeReaderOf = (caller: Caller | undefined): ChangeReader =>
  caller?.kind === 'client' ? toChangeReader(caller) : { scope: warehouseScope(caller), hidden: [] }

/** A change as clients get it, its data restricted to the caller's warehouses. */
export type Change = {
  [T in ChangeType]: {
    readonly sequence: number
    readonly id: string
    readonly type: T
    readonly at: string
    readonly data: z.output<KindOf<T>['data']>
  }
}[ChangeType]

/** The fields that identify a change, in the feed and in webhooks. */
export const changeIds = {
  sequence: z.int().meta({ description: 'Position in the feed, from 1, without a gap' }),
  id: z.string().meta({ description: 'Identifies the change, in the feed and in webhooks' }),
}

const toChangeSchema = ({ name, description, types, data }: ChangeKind) =>
  z
    .object({
      ...changeIds,
      type: z.enum(types).meta({ description: 'What happened' }),
      at: z.string().meta({ description: 'When it happened, in UTC', format: 'date-time' }),
      data,
    })
    .meta({ id: name, description })

const [first, ...others] = changeKinds.map(toChangeSchema)
if (!first) throw new Error('There is no kind of change')
export const Change = z
  .discriminatedUnion('type', [first, ...others])
  // Mapping over the kinds loses which data belongs to which type.
  .meta({ id: 'Change', description: 'One change of stock or of the catalog' }) as unknown as z.ZodType<Change>

/** The event of a change. `wids` names the warehouses that it concerns; null makes it visible to every client. */
const changeEvent = <D extends z.ZodType>(data: D) =>
  z.object({ at: z.string(), wids: z.array(z.int()).nullable(), data })

/** First of the `wids` of an event that only clients with all of the others may see. */
export const ALL_OF = -2

/** The `wids` of an event about something that lies in several warehouses and is visible as a whole only. */
export const requiringAll = (wids: readonly number[]): number[] => (wids.length > 1 ? [ALL_OF, ...wids] : [...wids])

type ChangeEvent<D> = D extends z.ZodType ? ReturnType<typeof changeEvent<D>> : never

/** The events of the feed, by subject, which is their type. */
export const feedEvents = {
  ...(Object.fromEntries(
    changeKinds.flatMap(({ types, event }: ChangeKind) => types.map((type) => [type, changeEvent(event)])),
    // Object.fromEntries loses the keys that the type states.
  ) as unknown as { readonly [T in ChangeType]: ChangeEvent<KindOf<T>['event']> }),
  [DOCUMENTS_CHANGED]: changeEvent(DocumentPayload),
} as const

/** The service that publishes a type of event of the feed; undefined for anything else. */
export const publisherOfChange = (type: string): string | undefined =>
  type === DOCUMENTS_CHANGED ? 'inventory' : kindOf.get(type)?.publisher

/** A change from the data of its event, which was checked against the event's schema when it arrived. */
export function toChange(
  { data, type, ...rest }: Omit<Change, 'data'> & { readonly data: unknown },
  scope: WarehouseScope,
): Change {
  // The schema of the type says what its data is.
  return { ...rest, type, data: requiredKind(type).visible(data, scope) } as Change
}

/** The data of a change in a message of payload mode `id`. */
export function idsOf({ type, data }: Change): Readonly<Record<string, unknown>> {
  const { ids, toIds } = requiredKind(type)
  return toIds?.(data) ?? Object.fromEntries(Object.keys(ids.shape).map((name) => [name, Object(data)[name]]))
}

/** Type of the message that `POST /Webhook/{rec}/Test` sends. */
export const TEST_TYPE = 'webhook.test'

const typeAndTime = (type: string) => ({
  type: z.literal(type).meta({ description: 'Type of the message' }),
  timestamp: z.string().meta({ description: 'When it happened, in UTC', format: 'date-time' }),
})

/**
 * Body of the message for each type of change: type, timestamp and data as in Standard Webhooks 1.0, with the change's
 * ids.
 */
const changeMessages = changeKinds.flatMap(({ name, types, data, ids }: ChangeKind) => {
  const described = ids.meta({ id: `${name}Ids`, description: 'The fields that identify the records' })
  const either = z.union([data, described]).meta({
    description: 'As in GET /Changes with payload mode full; only the identifying fields with payload mode id',
  })
  return types.map((type): [string, z.ZodObject] => [
    type,
    z.object({ ...typeAndTime(type), ...changeIds, data: either }),
  ])
})

const testMessage = z.object({
  ...typeAndTime(TEST_TYPE),
  data: z
    .object({ rec: z.int().meta({ description: 'Webhook record number' }) })
    .meta({ description: 'The webhook that is tested' }),
})

/** Body of every message that a webhook can get, by its type. */
export const webhookMessages: Readonly<Record<string, z.ZodObject>> = {
  ...Object.fromEntries(changeMessages),
  [TEST_TYPE]: testMessage,
}
