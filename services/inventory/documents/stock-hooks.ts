import { createStockHooks } from '../stock/engine/document-hooks.ts'
import { families } from './families.ts'
import { foreignOrderHooks } from './foreign/foreign-order-hooks.ts'
import { createDocumentEvents } from './kit/document-events.ts'

/** What the families of documents do when stock changes, in the sequence in which they are asked. */
export const stockHooks = createStockHooks([...families.map(({ hooks }) => hooks), foreignOrderHooks])

/** The events by which reports follow the documents that a transaction has changed. */
export const documentEvents = createDocumentEvents(families)
