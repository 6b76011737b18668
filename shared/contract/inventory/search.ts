import { z } from 'zod'
import { familyKeys } from '../../names/families.ts'
import { integerText, namedRecord, optional } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { atLeastOne } from '../core/paging.ts'
import { scannedCode } from '../core/scans.ts'

/** What is looked for, in the order in which it is returned. */
export const searchKinds = ['item', 'lot', ...familyKeys, 'reservation'] as const

export const DEFAULT_HITS = 5
const MAX_HITS = 25

export const SearchHit = namedRecord('SearchHit', 'A record that was found', {
  kind: z.literal(searchKinds).meta({ description: 'What was found' }),
  key: z.string().meta({
    description: 'Names it in the interface: the shortID of an item, the number of anything else',
  }),
  name: z.string().meta({
    description:
      'Description of an item or work order, item of a lot or reservation, vendor or customer of an order, ' +
      'warehouses of a transit, warehouse of a count',
  }),
  field: z
    .literal(['shortID', 'alias', 'description', 'number', 'serial', 'serial2', 'spot', 'party', 'reference'])
    .meta({ description: 'The field that the text was found in' }),
  value: z.string().meta({ description: 'What stands in that field' }),
  isExact: z.boolean().meta({ description: 'Whether the value is the whole text, in any case' }),
  status: z.string().nullable().meta({
    description:
      'Status of an order, transit, count or reservation; of a lot that is not free In transit, Used up or On hold',
  }),
  wid: z.int().nullable().meta({ description: 'Warehouse of a lot' }),
  spot: z.string().nullable().meta({ description: 'Bin of a lot' }),
  units: z.number().nullable().meta({ description: "Quantity of a lot, in the item's unit of measure" }),
})
export type SearchHit = z.output<typeof SearchHit>

/** One search over everything that has a name or a number (docs/decisions/lists.md#81). */
export const search = {
  search: {
    summary: 'Find items, lots, orders, transits, counts and reservations by a text or a scanned code',
    description:
      'Exact hits come first, then what begins with the text. Kinds that the client may not list are left out, and so ' +
      'is what is in none of its warehouses.',
    route: 'GET /Search',
    access: 'client',
    effect: 'read',
    input: z.object({
      text: scannedCode().min(1, 'is required.').meta({
        description: 'A name, a number, the beginning of one, words of a description, or a scanned code',
      }),
      limit: optional(integerText(atLeastOne(MAX_HITS))).meta({
        description: `Most hits of each kind, ${DEFAULT_HITS} by default, at most ${MAX_HITS}`,
      }),
    }),
    output: z.object({ value: z.array(SearchHit).meta({ description: 'What was found' }) }),
    example: { text: 'BOLT-M6' },
  },
} as const satisfies Record<string, Spec>
