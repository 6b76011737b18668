import { type ItemFieldName, itemFieldEntries } from '../../../../shared/names/item-fields.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { mark } from '../../components/forms/choices.tsx'
import { category, decimal, type Field, type Fields, lot, text, wide } from '../../components/forms/fields.tsx'
import { toTyped } from '../../fold/person-numbers.ts'

type Item = Schemas['Item']
type Settable = Pick<Schemas['CreateItemRequest'], ItemFieldName>
type Declared = (typeof itemFieldEntries)[number][1]

/** Texts longer than this take a row of their own. */
const SHORT = 64

function toField({ kind, max = SHORT, label, hint, typed, control }: Declared): Field<string | number | boolean> {
  const shown = hint === undefined ? label : `${label} (${hint})`
  if (kind === 'text') return max > SHORT ? wide(text(shown, max)) : text(shown, max)
  if (kind === 'flag') return mark(shown)
  if (kind === 'decimal') return decimal(shown, typed ?? `the ${label.toLowerCase()}`)
  if (control) return category(shown, control === 'subCategory')
  return { ...lot(shown), name: typed ?? `the number of the ${label.toLowerCase()}` }
}

// Object.fromEntries loses which field belongs to which name.
const {
  category: main,
  subCategory,
  dfltOwner,
  wholeUnits,
  ...first
} = Object.fromEntries(itemFieldEntries.map(([name, declared]) => [name, toField(declared)])) as Required<
  Fields<Settable>
>

/** What can be said of an item, new or not. */
export const settable: Fields<Settable> = { ...first, category: main, subCategory, dfltOwner, wholeUnits }

const texts = itemFieldEntries.filter(([, { kind }]) => kind === 'text')

/** Texts that were cleared are blank; left out, they would stay. */
export const cleared: Partial<Settable> = Object.fromEntries(
  texts.flatMap(([name, { default: value }]) => (value === '' ? [[name, '']] : [])),
)

/** What the form of an item begins with. */
export const typedOf = (item: Item): Readonly<Partial<Record<ItemFieldName, string>>> =>
  Object.fromEntries(
    itemFieldEntries.map(([name, { default: value }]) => {
      const has = item[name] ?? value
      return [name, typeof has === 'number' ? toTyped(has) : String(has)]
    }),
  )

/** What an item is called and wrapped in: its texts besides the description. */
export const textEntries = (item: Item) =>
  texts.flatMap(([name, { label }]): (readonly [string, string])[] =>
    name === 'description' ? [] : [[label, String(item[name] ?? '') || '–']],
  )
