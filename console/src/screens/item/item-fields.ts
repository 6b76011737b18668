import type { Schemas } from '../../api/http/contract.ts'
import { mark } from '../../components/forms/choices.tsx'
import { category, decimal, type Fields, lot, text, wide } from '../../components/forms/fields.tsx'

type Settable = Pick<
  Schemas['CreateItemRequest'],
  'description' | 'uOM' | 'putUp' | 'units' | 'category' | 'subCategory' | 'dfltOwner' | 'wholeUnits'
>

/** What can be said of an item, new or not. */
export const settable: Fields<Settable> = {
  description: wide(text('Description', 255)),
  uOM: text('Unit of measure (EA if blank)', 32),
  putUp: text('Packaging', 32),
  units: decimal('Units per package', 'the units per package'),
  category: category('Category'),
  subCategory: category('Sub-category', true),
  dfltOwner: { ...lot('Owner (0 is own stock)'), name: 'the number of the owner' },
  wholeUnits: mark('Whole units only'),
}

/** Texts that were cleared are blank; left out, they would stay. */
export const cleared = { description: '', putUp: '' } as const
