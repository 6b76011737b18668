import mongoose from 'mongoose'
import { expect, expectTypeOf, test } from 'vitest'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'

const { Decimal128 } = mongoose.Types

const fields = {
  _id: field.text,
  count: field.number,
  done: field.flag,
  made: field.date,
  units: field.quantity,
  words: field.texts,
  wids: field.numbers,
  status: field.oneOf<'open' | 'closed'>(),
  events: field.someOf<'made' | 'left'>(),
  data: field.mixed<unknown>(),
  remark: field.textOrEmpty,
  failedOn: field.withDefault(field.texts, []),
  closed: field.nullable(field.date),
  spots: field.nullable(field.texts),
  since: field.optional(field.number),
  transit: field.optional(field.nullable(field.text)),
  place: field.nested({ row: field.number, shelf: field.optional(field.text) }),
  position: field.nullable(field.nested({ row: field.number })),
  notes: field.list({ author: field.text, note: field.nullable(field.text) }),
}
const schema = defineSchema('things', fields)
const Thing = new mongoose.Mongoose().model('Thing', schema)

const full: RecordOf<typeof fields> = {
  _id: 'a',
  count: 0,
  done: false,
  made: new Date(0),
  units: Decimal128.fromString('1.50'),
  words: ['one'],
  wids: [],
  status: 'open',
  events: ['made'],
  data: { any: ['thing'] },
  remark: 'red',
  failedOn: ['2026-01-31'],
  closed: new Date(1),
  spots: ['A1'],
  since: 4,
  transit: 'T1',
  place: { row: 1, shelf: 'B' },
  position: { row: 2 },
  notes: [{ author: 'Ada', note: 'fragile' }],
}

test('the type of a record has each field with its value, readonly, null or absent as it is declared', () => {
  expectTypeOf<RecordOf<typeof fields>>().toEqualTypeOf<{
    readonly _id: string
    readonly count: number
    readonly done: boolean
    readonly made: Date
    readonly units: mongoose.Types.Decimal128
    readonly words: readonly string[]
    readonly wids: readonly number[]
    readonly status: 'open' | 'closed'
    readonly events: readonly ('made' | 'left')[]
    readonly data: unknown
    readonly remark: string
    readonly failedOn: readonly string[]
    readonly closed: Date | null
    readonly spots: readonly string[] | null
    readonly since?: number
    readonly transit?: string | null
    readonly place: { readonly row: number; readonly shelf?: string }
    readonly position: { readonly row: number } | null
    readonly notes: readonly { readonly author: string; readonly note: string | null }[]
  }>()
  // @ts-expect-error: the default of a text is a text
  field.withDefault(field.text, 0)
})

test('a record is stored as it is given, its parts without an _id', async () => {
  const document = new Thing(full)
  await document.validate()
  expect(document.toObject()).toEqual(full)
  expect(schema.options).toMatchObject({ collection: 'things', versionKey: false, strict: 'throw' })
})

test('a value that every record has is refused if it is missing; a list is empty, others are absent or have their default', async () => {
  const document = new Thing({})
  const error = await document.validate().catch((thrown: unknown) => thrown)
  const missing = ['_id', 'count', 'data', 'done', 'made', 'place', 'status', 'units']
  expect(error).toMatchObject({ name: 'ValidationError' })
  expect(Object.keys((error as mongoose.Error.ValidationError).errors).sort()).toEqual(missing)
  const defaults = { remark: '', failedOn: [], closed: null, transit: null, spots: null, position: null }
  expect(document.toObject()).toMatchObject({ ...defaults, wids: [], notes: [] })
  expect(document.toObject()).not.toHaveProperty('since')
})

test('a value of another type is refused, also within a part, and so is a field that is not declared', async () => {
  const document = new Thing({ ...full, count: 'many', place: { shelf: 'B' } })
  await expect(document.validate()).rejects.toThrow(/count: Cast to Number failed.*place.row: Path `row` is required/)
  expect(() => new Thing({ ...full, colour: 'red' })).toThrow('Field `colour` is not in schema')
})
