import { createStockHooks } from '../stock/engine/document-hooks.ts'
import { families } from './families.ts'
import { foreignOrderHooks } from './foreign/foreign-order-hooks.ts'
import { createTellFacts } from './kit/tell-facts.ts'

/** What the families of documents do when stock changes, in the sequence in which they are asked. */
export const stockHooks = createStockHooks([...families.map(({ hooks }) => hooks), foreignOrderHooks])

/** The event that tells reports what a transaction has changed of documents. */
export const tellFacts = createTellFacts(families)
