import type { Alias } from '../../shared/contract/catalog/catalog.ts'
import type { AliasChangeType, ItemChangeType } from '../../shared/contract/notifications/changes.ts'
import type { OutgoingEvent } from '../../shared/messaging/events/outbox.ts'
import type { ItemRecord } from './item.model.ts'
import { toItem } from './models.ts'

/** What the world is told of an item that has changed; items are everybody's. */
export function tellOfItem(subject: ItemChangeType, item: ItemRecord): OutgoingEvent {
  return { subject, payload: { at: item.modified.toISOString(), wids: null, data: toItem(item) } }
}

/** What the world is told of an alias of the item. */
export function tellOfAlias(subject: AliasChangeType, data: Alias, { modified }: ItemRecord): OutgoingEvent {
  return { subject, payload: { at: modified.toISOString(), wids: null, data } }
}
