import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Entry, ledgerList, useLiveUpdates } from '../../api/ledger.ts'
import { useReasonCodes, useWarehouseName } from '../../api/registries.ts'
import { Difference, Quantity } from '../../components/figures.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { Who } from '../../components/names.tsx'
import { EntryType, OrderLink } from '../../components/record-links.tsx'
import { Screen } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { OpenButton } from '../../components/tables/row-buttons.tsx'
import { localDay } from '../../fold/days.ts'
import { reversedUnits } from '../../fold/reversal.ts'
import { EntryDetail } from './entry-detail.tsx'
import { Filters } from './filters.tsx'

const route = getRouteApi('/ledger')
/** No entry has this number. */
const NONE = -1

/** Every change with its person, time and reason; new entries appear by themselves. */
export function Ledger() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  // A single entry is shown open.
  const { transactionNo: only } = filters
  const [toggled, setToggled] = useState<number>()
  const open = toggled ?? only
  const seen = useLiveUpdates(['ledger'])
  const nameOf = useWarehouseName()
  const reasons = useReasonCodes()
  const toggle = (number: number) => setToggled(open === number ? NONE : number)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link leads from one entry to another
  useEffect(() => setToggled(undefined), [only])
  const columns: readonly Column<Entry>[] = [
    {
      title: 'No.',
      cell: ({ transactionNo }) => (
        <OpenButton
          label={`Details of transaction ${transactionNo}`}
          isOpen={open === transactionNo}
          onToggle={() => toggle(transactionNo)}
        >
          <span className="num">{transactionNo}</span>
        </OpenButton>
      ),
    },
    column.moment('When', 'at'),
    { title: 'What', cell: (entry) => <EntryType of={entry} /> },
    column.item('Item', 'itemID'),
    { title: 'Units', isNumber: true, cell: (entry) => <Units of={entry} /> },
    { title: 'Location', cell: (entry) => locationOf(entry, nameOf) },
    { title: 'Who', cell: (entry) => <WhoThatDay of={entry} /> },
    {
      title: 'Why',
      isWide: true,
      cell: (entry) => <Why of={entry} reason={reasons.find(({ code }) => code === entry.reasonCode)?.name} />,
    },
  ]
  return (
    <Screen title="Ledger" aside={<Live seen={seen} />}>
      <Filters values={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
      <PagedTable
        label="Ledger"
        list={ledgerList(filters)}
        columns={columns}
        keyOf={({ transactionNo }) => transactionNo}
        detailOf={(entry) => entry.transactionNo === open && <EntryDetail entry={entry} />}
        height="calc(100dvh - 184px)"
        empty="No entries match the filters"
      />
    </Screen>
  )
}

/** The person's name, which leads to everything that this person did on the day. */
function WhoThatDay({ of: entry }: { readonly of: Entry }) {
  const { actor, at } = entry
  if (actor === undefined) return <Who of={entry} />
  const day = localDay(new Date(at))
  return (
    <RouteAnchor
      to="/ledger"
      search={{ actor, from: day, to: day }}
      size="sm"
      c="inherit"
      title={`Everything ${actor} did on this day`}
    >
      <Who of={entry} />
    </RouteAnchor>
  )
}

function Live({ seen }: { readonly seen: number }) {
  return (
    <Text size="xs" c="dimmed" role="status">
      {seen === 0
        ? 'Live: updates every 10 s'
        : `Live: ${seen} ${seen === 1 ? 'change' : 'changes'} since you opened this page`}
    </Text>
  )
}

/** A reversal says whether its units came in or went out. */
function Units({ of: entry }: { readonly of: Entry }) {
  const change = reversedUnits(entry)
  return change === undefined ? <Quantity of={entry.units} /> : <Difference of={change} />
}

/** Where units went from and to; those of a reversal went back. */
function locationOf({ wid, spot, shipToWid, toSpot, reverses }: Entry, nameOf: (wid: number) => string): string {
  const from = `${nameOf(wid)} ${spot}`.trim()
  if (shipToWid === null && toSpot === null) return from
  const to = [shipToWid === null ? '' : nameOf(shipToWid), toSpot ?? ''].join(' ').trim()
  return reverses === null ? `${from} → ${to}` : `${to} → ${from}`
}

interface WhyProps {
  readonly of: Entry
  readonly reason: string | undefined
}

function Why({ of: { reference, line, remark }, reason }: WhyProps) {
  return (
    <>
      {reason}
      {reason && reference && ', '}
      {(reference || !reason) && <OrderLink reference={reference} line={line} />}
      {remark && ` (${remark})`}
    </>
  )
}
