import type { Alias } from '../../shared/contract/catalog/catalog.ts'
import type { AliasChangeType, ItemChangeType } from '../../shared/contract/notifications/changes.ts'
import type { OutgoingEvent } from '../../shared/messaging/events/outbox.ts'
import type { ItemRecord } from './item.model.ts'
import { toItem } from './models.ts'

/** The event for integrators about a changed item. `wids: null`: visible to clients of every warehouse. */
export function toItemEvent(subject: ItemChangeType, item: ItemRecord): OutgoingEvent {
  return { subject, payload: { at: item.modified.toISOString(), wids: null, data: toItem(item) } }
}

/** The event for integrators about an alias of an item. */
export function toAliasEvent(subject: AliasChangeType, data: Alias, { modified }: ItemRecord): OutgoingEvent {
  return { subject, payload: { at: modified.toISOString(), wids: null, data } }
}
