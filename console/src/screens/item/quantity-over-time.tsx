import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ledgerList } from '../../api/ledger.ts'
import type { Explanation } from '../../api/stock.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { WarehouseSelect } from '../../components/inputs/registry-selects.tsx'
import { Section } from '../../components/screen.tsx'
import { useFirstPages } from '../../components/tables/use-pages.ts'
import { BehindChart, type ChartLine, TimeChart } from '../../components/time-chart.tsx'
import { type Mark, markOf, toQuantitySeries } from '../../fold/quantity-series.ts'
import { ChangesTable } from './changes-table.tsx'

interface QuantityOverTimeProps {
  readonly shortID: string
  readonly unit: string | undefined
  readonly explanation: Explanation
}

const marks: readonly (Pick<ChartLine, 'label' | 'shape'> & { readonly mark: Mark })[] = [
  { mark: 'issued', label: '▼ Issued', shape: 'down' },
  { mark: 'counted', label: '■ Counted', shape: 'square' },
  { mark: 'received', label: '▲ Received', shape: 'up' },
]

/** What was in stock, counted back from now by the ledger. */
export function QuantityOverTime({ shortID, unit, explanation }: QuantityOverTimeProps) {
  const [wid, setWid] = useState<number>()
  const ledger = useFirstPages('whole ledger', ledgerList({ itemID: shortID }))
  const { level, warehouses } = explanation
  const inStock = wid === undefined ? level.inStock : (warehouses.find((one) => one.wid === wid)?.inStock ?? 0)
  const points = useMemo(
    () => toQuantitySeries(ledger.data?.pages.flatMap(({ value }) => value) ?? [], inStock, wid),
    [ledger.data, inStock, wid],
  )
  const times = useMemo(() => points.map(({ at }) => Date.parse(at) / 1000), [points])
  const label = `In stock${unit ? ` (${unit})` : ''}`
  const lines = useMemo(
    () => [
      { label, values: points.map(({ units }) => units) },
      ...marks.map(({ mark, ...style }) => ({
        ...style,
        values: points.map((point) => (markOf(point) === mark ? point.units : null)),
      })),
    ],
    [label, points],
  )
  return (
    <Section
      title="Quantity over time"
      aside={
        <Group gap="xs" align="end">
          {ledger.hasNextPage && (
            <Button variant="default" loading={ledger.isFetching} onClick={() => void ledger.fetchNextPage()}>
              Further back
            </Button>
          )}
          <WarehouseSelect isFilter value={wid} onChange={setWid} all="All warehouses" />
        </Group>
      }
    >
      {ledger.error && <ErrorNote error={ledger.error} onRetry={() => void ledger.refetch()} />}
      {points.length === 0 ? (
        <Text c="dimmed" size="sm">
          {ledger.isPending ? 'Loading…' : 'Nothing was received or issued here.'}
        </Text>
      ) : (
        <>
          <TimeChart label={label} times={times} lines={lines} isStepped />
          <BehindChart>
            <ChangesTable rows={points.toReversed()} maxHeight={320} />
          </BehindChart>
        </>
      )}
    </Section>
  )
}
