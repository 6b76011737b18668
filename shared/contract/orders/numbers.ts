import { z } from 'zod'
import { requiredText } from '../core/fields.ts'
import { newName, whyUnreachable } from '../core/identifiers.ts'
import type { Spec } from '../core/operation.ts'

/** Families of documents whose numbers are unique over all of them (docs/decisions/documents.md#46). */
const families = ['PurchaseOrder', 'ShippingOrder', 'WorkOrder', 'Transit', 'Count'] as const

/** Whether paths of every family find a document of this number. */
export const isReachable = (number: string) => whyUnreachable(number, families) === undefined

/** For numbers that earlier versions took and no path reaches (docs/orders.md#numbers-that-no-path-reaches). */
export const numbers = {
  renameNumber: {
    summary: 'Give an order or a count whose number no path reaches, or that the ledger does not name, another number',
    command: 'number rename',
    access: 'operator',
    effect: 'write',
    input: z.object({
      number: requiredText(64).meta({ description: 'Number until now' }),
      newNumber: newName(...families).meta({ description: 'New number' }),
    }),
    output: z.object({ number: z.string(), kind: z.string(), status: z.literal('renamed') }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies Record<string, Spec>
