import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { CountLine } from '../../api/documents.ts'
import { StateBadge } from '../../components/lot-state.tsx'
import { Who } from '../../components/names.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { None } from '../../components/time.tsx'
import { toText } from '../../fold/person-numbers.ts'

/** What the books expected and what was counted, side by side. */
export function Variance({ lines }: { readonly lines: readonly CountLine[] }) {
  const [isAll, setIsAll] = useState(false)
  const differing = lines.filter(({ difference, state }) => difference !== 0 || state === 'Open')
  return (
    <>
      <Switch
        label={`Also lines without a difference (${toText(lines.length - differing.length)})`}
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
      />
      <VarianceTable rows={isAll ? lines : differing} maxHeight={560} />
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

const VarianceTable = plainTable<CountLine>(
  'Expected and counted',
  'Every line is as the books have it.',
  ({ lineNo }) => lineNo,
  [
    column.optional('Spot', 'spot'),
    column.item('Item', 'shortID'),
    column.quantity('Expected', 'expected', { hint: 'In the books when it was counted' }),
    column.quantity('Counted', 'counted'),
    column.difference('Difference', 'difference'),
    column.quantity('Value', 'value', { hint: 'At the cost of the lots' }),
    { title: 'Outcome', cell: ({ outcome }) => (outcome === null ? <None /> : (OUTCOMES[outcome] ?? outcome)) },
    column.quantity('To move', 'moved', { hint: 'Explained by another spot' }),
    {
      title: 'State',
      cell: ({ state, overLimit, blocked }) => (
        <>
          {state} {overLimit && <StateBadge colour="var(--ink-warn)">Over the limit</StateBadge>}
          {blocked && `: ${blocked}`}
        </>
      ),
    },
    {
      title: 'By',
      isWide: true,
      cell: ({ countedBy, countedByPerson, countedByActor: actor = countedByPerson }) =>
        countedBy === null ? (
          <None />
        ) : (
          <Who of={{ clientId: countedBy, ...(actor && { actor }), actorVerified: countedByPerson !== undefined }} />
        ),
    },
  ],
)
