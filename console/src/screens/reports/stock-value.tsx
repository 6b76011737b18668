import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import { type ReportQuery, stockValue } from '../../api/stock/reports.ts'
import { BehindChart } from '../../parts/charts/behind-chart.tsx'
import { TimeChart } from '../../parts/charts/time-chart.tsx'
import { Quantity } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { column } from '../../parts/tables/columns.tsx'
import { plainTable } from '../../parts/tables/plain-table.tsx'

type Day = Schemas['StockValueRow']

const LABEL = 'Value of the stock'
const Table = plainTable<Day>(LABEL, 'No day.', ({ day }) => day, [
  { ...column.text('Day', 'day'), isWide: true },
  column.quantity('Value', 'totalValue'),
  column.quantity('Units without a price', 'unpricedUnits'),
])

/** What the stock was worth on each of 30 days, by the prices of lots. */
export function StockValue({ query }: { readonly query: ReportQuery }) {
  return (
    <Section title={LABEL}>
      <Loaded query={useQuery(stockValue(query))} height={220}>
        {({ value }) => <Days of={value} />}
      </Loaded>
    </Section>
  )
}

function Days({ of: days }: { readonly of: readonly Day[] }) {
  // Noon is on the same day in almost every zone.
  const times = useMemo(() => days.map(({ day }) => Date.parse(`${day}T12:00Z`) / 1_000), [days])
  const lines = useMemo(() => [{ label: 'Value', values: days.map(({ totalValue }) => totalValue) }], [days])
  const last = days.at(-1)
  return (
    <>
      {last && (
        <Group gap="xs" align="baseline">
          <Text size="xl" fw={600}>
            <Quantity of={last.totalValue} />
          </Text>
          <Text size="sm" c="dimmed">
            by the prices of lots
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
