import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { CountLine } from '../../api/orders/counts.ts'
import { Difference, Quantity } from '../../parts/figures.tsx'
import { StateBadge } from '../../parts/lot-state.tsx'
import { ItemLink } from '../../parts/record-links.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { None } from '../../parts/time.tsx'

/** What the books expected and what was counted, side by side. */
export function Variance({ lines }: { readonly lines: readonly CountLine[] }) {
  const [isAll, setIsAll] = useState(false)
  const differing = lines.filter(({ difference, state }) => difference !== 0 || state === 'Open')
  return (
    <>
      <Switch
        label={`Also lines without a difference (${lines.length - differing.length})`}
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
      />
      <PlainTable
        label="Expected and counted"
        columns={columns}
        rows={isAll ? lines : differing}
        keyOf={({ lineNo }) => lineNo}
        empty="Every line is as the books have it."
        maxHeight={560}
      />
    </>
  )
}

const OUTCOMES: Readonly<Record<string, string>> = {
  match: 'As expected',
  more: 'More',
  less: 'Less',
  found: 'Found',
  missing: 'Missing',
  wrongSpot: 'Wrong spot',
}

const figure = (value: number | null) => (value === null ? <None /> : <Quantity of={value} />)

const columns: readonly Column<CountLine>[] = [
  { title: 'Spot', cell: ({ spot }) => spot || <None /> },
  { title: 'Item', cell: ({ shortID }) => <ItemLink shortID={shortID} /> },
  {
    title: 'Expected',
    isNumber: true,
    hint: 'In the books when it was counted',
    cell: ({ expected }) => figure(expected),
  },
  { title: 'Counted', isNumber: true, cell: ({ counted }) => figure(counted) },
  {
    title: 'Difference',
    isNumber: true,
    cell: ({ difference }) => (difference === null ? <None /> : <Difference of={difference} />),
  },
  { title: 'Value', isNumber: true, hint: 'At the cost of the lots', cell: ({ value }) => figure(value) },
  { title: 'Outcome', cell: ({ outcome }) => (outcome === null ? <None /> : (OUTCOMES[outcome] ?? outcome)) },
  { title: 'To move', isNumber: true, hint: 'Explained by another spot', cell: ({ moved }) => figure(moved) },
  {
    title: 'State',
    cell: ({ state, overLimit, blocked }) => (
      <>
        {state} {overLimit && <StateBadge colour="var(--ink-warn)">Over the limit</StateBadge>}
        {blocked && `: ${blocked}`}
      </>
    ),
  },
  { title: 'By', isWide: true, cell: ({ countedBy }) => countedBy ?? '–' },
]
