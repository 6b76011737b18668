interface ItemField {
  /** What it holds; `default` is that of new items, and of records that are older than the field. */
  readonly kind: 'text' | 'id' | 'decimal' | 'flag'
  readonly default: string | number | boolean
  /** Most characters of a text. */
  readonly max?: number
  /** What the interface says of it, and of it in requests if that is more. */
  readonly about: string
  readonly aboutInput?: string
  /** What it is called in the console, and beside its input. */
  readonly label: string
  readonly hint?: string
  /** What is to be typed, if the label does not say so. */
  readonly typed?: string
  /** An input that knows the names of these numbers. */
  readonly control?: 'category' | 'subCategory'
}

/** The fields of an item that clients set. Requests, records, responses and the console's forms have each of them. */
export const itemFields = {
  description: { kind: 'text', default: '', max: 255, about: 'Item description', label: 'Description' },
  category: { kind: 'id', default: 0, about: 'Category id', label: 'Category', control: 'category' },
  subCategory: { kind: 'id', default: 0, about: 'Sub-category id', label: 'Sub-category', control: 'subCategory' },
  uOM: {
    kind: 'text',
    default: 'EA',
    max: 32,
    about: 'Unit of measure, for example EA, KG, M',
    aboutInput: 'Unit of measure; EA by default',
    label: 'Unit of measure',
    hint: 'EA if blank',
  },
  putUp: { kind: 'text', default: '', max: 32, about: 'Packaging', label: 'Packaging' },
  units: {
    kind: 'decimal',
    default: 1,
    about: 'Units per package',
    aboutInput: 'Units per package, at most 6 decimal places; 1 by default',
    label: 'Units per package',
  },
  dfltOwner: {
    kind: 'id',
    default: 0,
    about: 'Default owner (customer id); 0 is own stock',
    label: 'Owner',
    hint: '0 is own stock',
    typed: 'the number of the owner',
  },
  wholeUnits: {
    kind: 'flag',
    default: false,
    about: 'Quantities of it are whole numbers only; absent of other items',
    aboutInput: 'Whether quantities of it are whole numbers only',
    label: 'Whole units only',
  },
} as const satisfies Readonly<Record<string, ItemField>>

export type ItemFieldName = keyof typeof itemFields
export type KindOf<Name extends ItemFieldName> = (typeof itemFields)[Name]['kind']

/** Each field by its name. */
export const itemFieldEntries: readonly (readonly [ItemFieldName, ItemField])[] =
  // Object.entries loses which names these are.
  Object.entries(itemFields) as [ItemFieldName, ItemField][]
