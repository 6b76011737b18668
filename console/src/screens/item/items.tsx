import { getRouteApi } from '@tanstack/react-router'
import { itemStatuses } from '../../api/http/contract.ts'
import { itemList } from '../../api/items.ts'
import { categoryFilter, stateFilter, wordsFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../components/lists/list-screen.tsx'
import { CategoryName } from '../../components/names.tsx'
import { column } from '../../components/tables/columns.tsx'

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
    Object.values(search).some((one) => one !== undefined) ? 'No item matches the filters.' : 'There are no items yet.',
})
