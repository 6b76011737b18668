import { ActionIcon, Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveUpdates } from '../../api/stock/changes.ts'
import { type Entry, ledgerList } from '../../api/stock/ledger.ts'
import { useReasonCodes, useWarehouseName } from '../../api/stock/registries.ts'
import { Quantity } from '../../parts/figures.tsx'
import { DownIcon } from '../../parts/icons.tsx'
import { ItemLink, OrderLink } from '../../parts/record-links.tsx'
import { Screen } from '../../parts/screen.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { Moment } from '../../parts/time.tsx'
import { Who } from '../../parts/who.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { Filters } from './filters.tsx'

const route = getRouteApi('/ledger')

/** Who changed what, when and why; new entries appear by themselves. */
export function Ledger() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<number>()
  const seen = useLiveUpdates(['ledger'])
  const nameOf = useWarehouseName()
  const reasons = useReasonCodes()
  const toggle = (number: number) => setOpen(open === number ? undefined : number)
  const columns: readonly Column<Entry>[] = [
    {
      title: 'No.',
      cell: ({ transactionNo }) => (
        <OpenButton number={transactionNo} isOpen={open === transactionNo} onToggle={toggle} />
      ),
    },
    { title: 'When', cell: ({ at }) => <Moment at={at} /> },
    { title: 'What', cell: ({ type }) => type },
    { title: 'Item', cell: ({ itemID }) => <ItemLink shortID={itemID} /> },
    { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
    { title: 'Where', cell: (entry) => placeOf(entry, nameOf) },
    { title: 'Who', cell: (entry) => <Who of={entry} /> },
    {
      title: 'Why',
      isWide: true,
      cell: ({ reasonCode, reference, line, remark }) => (
        <Why
          reason={reasons.find(({ code }) => code === reasonCode)?.name}
          reference={reference}
          line={line}
          remark={remark}
        />
      ),
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
        empty={
          <Text c="dimmed" py="lg">
            No entry matches the filters.
          </Text>
        }
      />
    </Screen>
  )
}

function Live({ seen }: { readonly seen: number }) {
  return (
    <Text size="xs" c="dimmed" role="status">
      {seen === 0
        ? 'Live: looks for changes every 10 s'
        : `Live: ${seen} ${seen === 1 ? 'change' : 'changes'} since you came`}
    </Text>
  )
}

interface OpenButtonProps {
  readonly number: number
  readonly isOpen: boolean
  readonly onToggle: (number: number) => void
}

function OpenButton({ number, isOpen, onToggle }: OpenButtonProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-expanded={isOpen}
        aria-label={`Details of transaction ${number}`}
        onClick={() => onToggle(number)}
        style={{ transform: isOpen ? undefined : 'rotate(-90deg)' }}
      >
        <DownIcon size={16} />
      </ActionIcon>
      <span className="num">{number}</span>
    </Group>
  )
}

function placeOf({ wid, spot, shipToWid, toSpot }: Entry, nameOf: (wid: number) => string): string {
  const from = `${nameOf(wid)} ${spot}`.trim()
  if (shipToWid === null && toSpot === null) return from
  return `${from} → ${[shipToWid === null ? '' : nameOf(shipToWid), toSpot ?? ''].join(' ').trim()}`
}

interface WhyProps {
  readonly reason: string | undefined
  readonly reference: string
  readonly line: number | null
  readonly remark: string
}

function Why({ reason, reference, line, remark }: WhyProps) {
  return (
    <>
      {reason}
      {reason && reference && ', '}
      {(reference || !reason) && <OrderLink reference={reference} line={line} />}
      {remark && ` (${remark})`}
    </>
  )
}
