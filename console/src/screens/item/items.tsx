import { getRouteApi } from '@tanstack/react-router'
import { itemStatuses, type Schemas } from '../../api/http/contract.ts'
import { createItem, itemList } from '../../api/items.ts'
import { type Fields, required, text } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { categoryFilter, stateFilter, wordsFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../components/lists/list-screen.tsx'
import { CategoryName } from '../../components/names.tsx'
import { ItemLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { settable } from './item-fields.ts'

interface Search {
  readonly search?: string | undefined
  readonly category?: number | undefined
  readonly status?: (typeof itemStatuses)[number] | undefined
}

/** All items, those without stock and the discontinued ones too. */
export const Items: ListScreen = listScreen({
  title: 'Items',
  action: { needs: ['modifyItemMaster'], to: '/new-item', name: 'New item' },
  useSearch: () => getRouteApi('/items').useSearch(),
  filters: { search: wordsFilter('Search'), category: categoryFilter, status: stateFilter('Status', itemStatuses) },
  list: ({ search, category, status }: Search) =>
    itemList({ search, category, discontinued: status === undefined ? undefined : status === 'Discontinued' }),
  columns: [
    column.item('SKU', 'shortID'),
    column.description('Description', 'description'),
    { title: 'Category', cell: ({ category }) => <CategoryName of={category} /> },
    column.text('Unit', 'uOM'),
    column.optional('Packaging', 'putUp'),
    { title: 'Status', cell: ({ discontinued }) => (discontinued ? 'Discontinued' : 'Active') },
  ],
  keyOf: ({ partNo }) => partNo,
  empty: (search) =>
    Object.values(search).some((one) => one !== undefined) ? 'No items match the filters' : 'No items yet',
})

type Request = Schemas['CreateItemRequest']

const fields: Fields<Request> = { shortID: required({ ...text('SKU'), name: 'SKU' }), ...settable }

/** Makes an item. */
export const CreateItem: FormScreen = formScreen({
  title: 'New item',
  verb: 'Create',
  fields,
  kept: ['uOM', 'category', 'subCategory', 'dfltOwner'],
  send: (item: Request, key) => createItem(item, key),
  showResult: ({ shortID }) => (
    <>
      Created <ItemLink shortID={shortID} />.{' '}
      <RouteAnchor to="/items" size="sm">
        Show all items
      </RouteAnchor>
    </>
  ),
})
