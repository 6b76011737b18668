import { Group } from '@mantine/core'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may, type Permission } from '../../api/access/permissions.ts'
import { useSession } from '../../api/access/session-context.ts'
import { RouteButton } from '../links.tsx'
import { Screen } from '../screen.tsx'
import { PagedTable, type PagedTableProps } from '../tables/paged-table.tsx'
import type { PagedList } from '../tables/use-pages.ts'
import type { Filter } from './filters.tsx'
import { SavedViews } from './saved-views.tsx'

/** The filters of a list, by the names that they have in its address. */
export type Filters<Search> = { readonly [Name in keyof Search]?: Filter<NonNullable<Search[Name]>> }

interface FilterBarProps<Search> {
  readonly search: Search
  readonly filters: Filters<Search>
  /** Stands before the filters. */
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
  /** A screen to which the list leads whoever has one of the permissions. */
  readonly action?: {
    readonly needs: readonly Permission[]
    readonly to: NonNullable<LinkProps['to']>
    readonly name: string
  }
  /** What the address says. */
  readonly useSearch: () => Search
  /** Absent: the whole list is shown. */
  readonly filters?: Filters<Search>
  readonly list: (search: Search) => PagedList<Row>
  readonly empty: (search: Search) => string
  /** Stands between the filters and the table. */
  readonly above?: (search: Search) => ReactNode
}

/** Named, so that the type of a screen does not depend on the addresses of all screens. */
export type ListScreen = () => ReactNode

/** A list of records: its columns, and what restricts it. */
export const listScreen = <Search extends object, Row>(declared: ListDeclaration<Search, Row>): ListScreen => {
  const { title, label = title, action, useSearch, filters, list, empty, above, ...table } = declared
  return function OneList() {
    const search = useSearch()
    const session = useSession()
    const mayAct = action?.needs.some((permission) => may(session, permission))
    return (
      <Screen title={title} aside={action && mayAct && <RouteButton to={action.to}>{action.name}</RouteButton>}>
        {filters && <FilterBar search={search} filters={filters} />}
        {above?.(search)}
        <PagedTable label={label} list={list(search)} empty={empty(search)} {...table} />
      </Screen>
    )
  }
}

/** What a list without a row says, restricted to a state or not. */
export const sayNone = (noun: string, state: string | undefined): string =>
  `There is no ${noun}${state === undefined ? '' : ` that is ${state.toLowerCase()}`}.`
