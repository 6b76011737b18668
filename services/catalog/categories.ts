import type { Connection } from 'mongoose'
import { Category } from '../../shared/contract/catalog/categories.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { type PageQuery, requestedSort, toPage } from '../../shared/contract/core/paging.ts'
import { isDuplicateKey } from '../../shared/database/database-errors.ts'
import { readCountedPage } from '../../shared/database/read-page.ts'
import { defineSchema, field, type RecordOf } from '../../shared/database/record-fields.ts'
import { TransactionConflict } from '../../shared/database/transaction.ts'
import type { UnitOfWork } from '../../shared/database/unit-of-work.ts'
import { present } from '../../shared/process/time/clock.ts'

const fields = {
  /** `7`, or `7/3` of its sub-category 3: concurrent writes cannot give one number two names. */
  _id: field.text,
  category: field.number,
  /** Absent: the name is that of the category. */
  subCategory: field.optional(field.number),
  name: field.text,
  modified: field.date,
}
type CategoryRecord = RecordOf<typeof fields>

const schema = defineSchema('categories', fields)
schema.index({ category: 1, subCategory: 1 })

export const createCategoryModel = (connection: Connection) => connection.model('Category', schema)
export type CategoryModel = ReturnType<typeof createCategoryModel>

type Numbers = Pick<Category, 'category' | 'subCategory'>

const toId = ({ category, subCategory }: Numbers) =>
  subCategory === undefined ? `${category}` : `${category}/${subCategory}`
/** The numbers alone, without a field for what they do not have. */
const toNumbers = ({ category, subCategory }: Numbers) => ({
  category,
  ...(subCategory !== undefined && { subCategory }),
})
const toCategory = ({ name, ...numbers }: Category) => ({ ...toNumbers(numbers), name })

/** A page of names, each category before its sub-categories unless the query names another sort. */
export async function listCategories(categories: CategoryModel, query: PageQuery) {
  const { field, direction } =
    requestedSort(query, Category.keyof().options) ?? ({ field: 'category', direction: 1 } as const)
  const filter = query.modifiedSince ? { modified: { $gte: new Date(query.modifiedSince) } } : {}
  // A category and a sub-category have one name, so that every sort is total.
  const sort = { [field]: direction, category: direction, subCategory: direction }
  const { totalCount, found } = await readCountedPage<CategoryRecord>(categories, { filter, sort }, query)
  return toPage(found.map(toCategory), totalCount, query)
}

/** Names a category or a sub-category; the name that it has already changes nothing. */
export async function putCategory(categories: CategoryModel, named: Category, { session }: UnitOfWork) {
  const _id = toId(named)
  const output = toCategory(named)
  const existing = await categories.findById(_id, null, { session }).lean<CategoryRecord>()
  if (existing?.name === named.name) return output
  const record = { _id, ...output, modified: present() }
  await categories.replaceOne({ _id }, record, { session, upsert: true }).catch((error: unknown) => {
    throw isDuplicateKey(error) ? new TransactionConflict('A category was named meanwhile', { cause: error }) : error
  })
  return output
}

/** Takes a name away. Throws 404 if there is none. */
export async function deleteCategory(categories: CategoryModel, numbers: Numbers, { session }: UnitOfWork) {
  const { deletedCount } = await categories.deleteOne({ _id: toId(numbers) }, { session })
  if (deletedCount > 0) return { ...toNumbers(numbers), status: 'deleted' as const }
  const { category, subCategory } = numbers
  const what =
    subCategory === undefined ? `Category ${category}` : `Sub-category ${subCategory} of category ${category}`
  throw new AppError('not_found', `${what} has no name.`)
}
