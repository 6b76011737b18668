import { Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AllowedLink, AllowedLinks } from '../links.tsx'
import { Screen } from '../screen.tsx'
import { PagedTable, type PagedTableProps } from '../tables/paged-table.tsx'
import type { PagedList } from '../tables/use-pages.ts'
import type { Filter } from './filters.tsx'
import { SavedViews } from './saved-views.tsx'

/** The filters of a list, by the names that they have in its address. */
type Filters<Search> = { readonly [Name in keyof Search]?: Filter<NonNullable<Search[Name]>> }

interface FilterBarProps<Search> {
  readonly search: Search
  readonly filters: Filters<Search>
  readonly children?: ReactNode
}

/** What a list is restricted to; the address has it. */
export function FilterBar<Search extends object>({ search, filters, children }: FilterBarProps<Search>) {
  const navigate = useNavigate()
  const values = new Map<string, unknown>(Object.entries(search))
  return (
    <Group align="end" gap="sm">
      {children}
      {Object.entries<Filter<unknown> | undefined>(filters).map(
        ([name, filter]) =>
          filter && (
            <filter.input
              key={name}
              value={values.get(name)}
              onChange={(chosen) => void navigate({ to: '.', search: (before) => ({ ...before, [name]: chosen }) })}
            />
          ),
      )}
      <SavedViews />
    </Group>
  )
}

interface ListDeclaration<Search, Row> extends Pick<PagedTableProps<Row>, 'columns' | 'keyOf' | 'height'> {
  readonly title: string
  /** Names the table; absent: the title does. */
  readonly label?: string
  /** What is made of this kind. */
  readonly action?: AllowedLink
  /** What the address says. */
  readonly useSearch: () => Search
  /** Absent: the whole list is shown. */
  readonly filters?: Filters<Search>
  readonly list: (search: Search) => PagedList<Row>
  readonly empty: (search: Search) => string
  /** Stands between the filters and the table. */
  readonly above?: (search: Search) => ReactNode
}

export type ListScreen = () => ReactNode

/** A list of records: its columns, and what restricts it. */
export const listScreen = <Search extends object, Row>(declared: ListDeclaration<Search, Row>): ListScreen => {
  const { title, label = title, action, useSearch, filters, list, empty, above, ...table } = declared
  return function OneList() {
    const search = useSearch()
    return (
      <Screen title={title} aside={action && <AllowedLinks of={[action]} />}>
        {filters && <FilterBar search={search} filters={filters} />}
        {above?.(search)}
        <PagedTable label={label} list={list(search)} empty={empty(search)} {...table} />
      </Screen>
    )
  }
}

/** What a list without a row says, restricted to a state or not. */
export const sayNone = (noun: string, state: string | undefined): string =>
  `No ${state === undefined ? '' : `${state.toLowerCase()} `}${noun}s`
