import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type Level, levelList } from '../../api/stock.ts'
import { levelFigures, Quantity } from '../../components/figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { type AllowedLink, AllowedLinks } from '../../components/links.tsx'
import { warehouseFilter } from '../../components/lists/filters.tsx'
import { FilterBar } from '../../components/lists/list-screen.tsx'
import { ItemLink } from '../../components/record-links.tsx'
import { useIsOn } from '../../components/routes.ts'
import { Screen } from '../../components/screen.tsx'
import type { Column } from '../../components/tables/columns.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { OpenButton } from '../../components/tables/row-buttons.tsx'
import { lengthFault } from '../../fold/field-words.ts'
import { Explain } from './explain.tsx'

const route = getRouteApi('/stock')
const filters = { wid: warehouseFilter() }
const creation: AllowedLink = { needs: ['modifyItemMaster'], to: '/new-item', name: 'New item' }
const TYPING_STOPS_MS = 350

/** The levels of all items, each with the reasons of its figures. */
export function Stock() {
  const given = route.useSearch()
  const { wid, search, sort, direction } = given
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(search ?? '')
  const [settled] = useDebouncedValue(typed, TYPING_STOPS_MS)
  const [open, setOpen] = useState<number>()
  const own = useRef(search)
  const isOn = useIsOn()
  useEffect(() => {
    const words = settled.trim() || undefined
    if (words === own.current || lengthFault(settled, 64) || !isOn('/stock')) return
    own.current = words
    void navigate({ search: (before) => ({ ...before, search: words }), replace: true })
  }, [settled, navigate, isOn])
  // A saved view or the browser's way back brings other words.
  useEffect(() => {
    if (search === own.current) return
    own.current = search
    setTyped(search ?? '')
  }, [search])

  const sorted = sort === undefined ? undefined : { field: sort, direction: direction ?? ('ASC' as const) }
  const toggle = (partNo: number) => setOpen(open === partNo ? undefined : partNo)
  return (
    <Screen title="Stock" aside={<AllowedLinks of={[creation]} />}>
      <FilterBar search={given} filters={filters}>
        <TextInput
          label="Search"
          placeholder="Words in SKU or description"
          leftSection={<Icon of="search" size={16} />}
          rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />}
          value={typed}
          error={lengthFault(typed, 64)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          w={{ base: '100%', xs: 300 }}
        />
      </FilterBar>
      <PagedTable
        label="Stock levels"
        list={levelList({ wid, search, sort, direction })}
        columns={[whyColumn(open, toggle), ...columns]}
        keyOf={({ partNo }) => partNo}
        sort={sorted}
        onSort={({ field, direction: next }) =>
          void navigate({ search: (before) => ({ ...before, sort: field, direction: next }) })
        }
        detailOf={(level) => level.partNo === open && level.shortID && <Explain itemID={level.shortID} wid={wid} />}
        empty={search ? `No stock of an item with “${search}”.` : 'There is no stock yet. Receive some to see it here.'}
      />
    </Screen>
  )
}

const whyColumn = (open: number | undefined, toggle: (partNo: number) => void): Column<Level> => ({
  title: 'Item',
  sort: 'shortID',
  cell: ({ partNo, shortID }) => (
    <OpenButton
      label={`Why is the level of ${shortID ?? partNo} what it is?`}
      hint="Why?"
      isOpen={open === partNo}
      onToggle={() => toggle(partNo)}
    >
      {shortID ? <ItemLink shortID={shortID} /> : partNo}
    </OpenButton>
  ),
})

const columns: readonly Column<Level>[] = [
  { title: 'Description', isWide: true, cell: ({ description }) => <span title={description}>{description}</span> },
  ...levelFigures.map(({ name, title, hint }) => ({
    title,
    hint,
    isNumber: true,
    isMain: name === 'available',
    sort: name,
    cell: (level: Level) => <Figure of={level[name]} isMain={name === 'available'} />,
  })),
]

/** Zeros are quiet, so that what is there stands out. */
function Figure({ of: value, isMain }: { readonly of: number; readonly isMain: boolean }) {
  const colour = value === 0 ? 'var(--mantine-color-dimmed)' : value < 0 ? 'var(--ink-bad)' : undefined
  return (
    <span style={{ color: colour, fontWeight: isMain ? 600 : undefined }}>
      <Quantity of={value} />
    </span>
  )
}
