import { CloseButton, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '../api/http/contract.ts'
import { explanation, type Level, levelList } from '../api/stock.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { levelFigures, Quantity } from '../components/figures.tsx'
import { Icon } from '../components/icons.tsx'
import { type AllowedLink, AllowedLinks } from '../components/links.tsx'
import { warehouseFilter } from '../components/lists/filters.tsx'
import { FilterBar } from '../components/lists/list-screen.tsx'
import { ItemLink, TransactionLink } from '../components/record-links.tsx'
import { useIsOn } from '../components/routes.ts'
import { Screen } from '../components/screen.tsx'
import { type Column, column } from '../components/tables/columns.tsx'
import { AllLots } from '../components/tables/lot-columns.tsx'
import { PagedTable } from '../components/tables/paged-table.tsx'
import { plainTable } from '../components/tables/plain-table.tsx'
import { ReservedUnits } from '../components/tables/reserved-units.tsx'
import { OpenButton } from '../components/tables/row-buttons.tsx'
import { lengthFault } from '../fold/field-words.ts'

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
          placeholder="SKU or description"
          leftSection={<Icon of="search" size={16} />}
          rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped('')} />}
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
        empty={search ? `No results for “${search}”` : 'No stock yet. Receive stock to see it here.'}
      />
    </Screen>
  )
}

const whyColumn = (open: number | undefined, toggle: (partNo: number) => void): Column<Level> => ({
  title: 'Item',
  sort: 'shortID',
  cell: ({ partNo, shortID }) => (
    <OpenButton
      label={`Explain the level of ${shortID ?? partNo}`}
      hint="Explain"
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

/** Why a level is what it is: each figure with the lots, orders and reservations behind it. */
function Explain({ itemID, wid }: { readonly itemID: string; readonly wid: number | undefined }) {
  const { data, error, refetch } = useQuery(explanation({ itemID, wid }))
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} aria-label="Loading" role="status" />
  const { available, inStock, onHold, committed, packed } = data.level
  return (
    <Stack gap="sm" maw={1100}>
      <Text size="sm">
        <b>
          Available <Quantity of={available} />
        </b>
        {' = in stock '}
        <Quantity of={inStock} />
        {' − on hold '}
        <Quantity of={onHold} />
        {' − committed '}
        <Quantity of={committed} />
        {' − packed '}
        <Quantity of={packed} />
      </Text>
      <Group align="start" gap="md" grow preventGrowOverflow={false}>
        <Stack gap={4} miw={300}>
          <Title order={2} size="sm">
            Lots in stock
          </Title>
          <Lots rows={data.lots} maxHeight={260} />
          {data.lots.length > 0 && <AllLots itemID={itemID} wid={wid} />}
        </Stack>
        <Stack gap={4} miw={300}>
          <Title order={2} size="sm">
            Committed, packed and on order
          </Title>
          <ReservedUnits explanation={data} />
        </Stack>
      </Group>
      {data.lastTransactionNo !== null && (
        <Text size="xs" c="dimmed">
          Last changed by{' '}
          <TransactionLink of={data.lastTransactionNo}>transaction {data.lastTransactionNo}</TransactionLink>
        </Text>
      )}
    </Stack>
  )
}

const Lots = plainTable<Schemas['Lot']>('Lots', 'No lots', ({ recNo }) => recNo, [
  column.lot('Lot', 'recNo'),
  { title: 'Location', cell: ({ warehouse, spot }) => `${warehouse} ${spot}` },
  column.moment('Received', 'received'),
  { title: 'State', cell: ({ hold }) => (hold ? 'On hold' : 'Available') },
  column.quantity('Units', 'units'),
])
