import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import { type ReportQuery, stockValue, VALUATION } from '../../api/reports.ts'
import { Quantity } from '../../components/figures.tsx'
import { RouteButton } from '../../components/links.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { BehindChart, TimeChart } from '../../components/time-chart.tsx'
import { noonOf } from '../../fold/days.ts'
import { lastMonth } from '../../fold/last-month.ts'

type Day = Schemas['StockValueRow']

const LABEL = 'Stock value'
const Table = plainTable<Day>(LABEL, 'No days', ({ day }) => day, [
  { ...column.text('Day', 'day'), isWide: true },
  column.quantity('Value', 'totalValue'),
  column.quantity('Unpriced units', 'unpricedUnits'),
])

interface StockValueProps {
  readonly query: ReportQuery
  /** Leads to the report. */
  readonly isLinked?: boolean
}

/** What the stock was worth on each of 30 days, by the prices of lots. */
export function StockValue({ query, isLinked = false }: StockValueProps) {
  return (
    <Section title={LABEL} aside={isLinked && <EndOfLastMonth query={query} />}>
      <Loaded query={useQuery(stockValue(query))} height={220}>
        {({ value }) => <Days of={value} />}
      </Loaded>
    </Section>
  )
}

/** Leads to the valuation of that day; the month is that of the installation. */
function EndOfLastMonth({ query }: { readonly query: ReportQuery }) {
  const { data } = useQuery(stockValue(query))
  if (!data) return null
  const { to: asOf } = lastMonth(new Date(), data.timeZone)
  return (
    <RouteButton to="/reports/$reportID" params={{ reportID: VALUATION }} search={{ ...query, asOf }}>
      End of last month
    </RouteButton>
  )
}

function Days({ of: days }: { readonly of: readonly Day[] }) {
  const times = useMemo(() => days.map(({ day }) => noonOf(day)), [days])
  const lines = useMemo(() => [{ label: 'Value', values: days.map(({ totalValue }) => totalValue) }], [days])
  const last = days.at(-1)
  return (
    <>
      {last && (
        <Group gap="xs" align="baseline">
          <Text size="xl" fw={600}>
            <Quantity of={Math.round(last.totalValue * 100) / 100} />
          </Text>
          <Text size="sm" c="dimmed">
            at lot prices
          </Text>
        </Group>
      )}
      <TimeChart label={LABEL} axis="Value" times={times} lines={lines} />
      <BehindChart>
        <Table rows={days.toReversed()} maxHeight={320} />
      </BehindChart>
    </>
  )
}
