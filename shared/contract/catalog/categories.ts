import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { id, integerText, namedRecord, requiredText } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pagesOf } from '../core/paging.ts'

const category = z.int().meta({ description: 'Category id, as items have it' })
const subCategory = z
  .int()
  .optional()
  .meta({ description: 'Sub-category id; absent: the name is that of the category' })
const name = requiredText(64).meta({ description: 'Name' })

export const Category = namedRecord('Category', 'The name of a category, or of a sub-category of it', {
  category,
  subCategory,
  name: z.string().meta({ description: 'Name' }),
})
export type Category = z.output<typeof Category>

const ofCategory = { category: integerText(id()).meta({ description: 'Category id' }) }
const ofSubCategory = { ...ofCategory, subCategory: integerText(id()).meta({ description: 'Sub-category id' }) }

const named = { access: permissions.modifyItemMaster, effect: 'write', output: Category } as const
const unnamed = {
  access: permissions.modifyItemMaster,
  effect: 'write',
  output: z.object({ category, subCategory, status: z.literal('deleted').meta({ description: 'What was done' }) }),
  errors: ['not_found'],
} as const

/** Names of the numbers by which items are grouped (docs/decisions/items.md#83). */
export const categories = {
  listCategories: {
    summary: 'List the names of categories and sub-categories',
    route: 'GET /Category',
    command: 'category list',
    access: permissions.itemMasterList,
    effect: 'read',
    ...pagesOf(Category),
    example: {},
  },
  putCategory: {
    summary: 'Name a category, or rename it',
    route: 'PUT /Category/:category',
    ...named,
    input: z.object({ ...ofCategory, name }),
    example: { category: 1, name: 'Fasteners' },
  },
  putSubCategory: {
    summary: 'Name a sub-category, or rename it',
    route: 'PUT /Category/:category/:subCategory',
    ...named,
    input: z.object({ ...ofSubCategory, name }),
    example: { category: 1, subCategory: 2, name: 'Nuts and washers' },
  },
  deleteCategory: {
    summary: 'Take the name of a category away; items keep its number, and sub-categories their names',
    route: 'DELETE /Category/:category',
    ...unnamed,
    input: z.object(ofCategory),
    messages: { not_found: ['Category 4711 has no name.'] },
    example: { category: 1 },
  },
  deleteSubCategory: {
    summary: 'Take the name of a sub-category away; items keep its number',
    route: 'DELETE /Category/:category/:subCategory',
    ...unnamed,
    input: z.object(ofSubCategory),
    messages: { not_found: ['Sub-category 4712 of category 4711 has no name.'] },
    example: { category: 1, subCategory: 2 },
  },
} as const satisfies Record<string, Spec>
