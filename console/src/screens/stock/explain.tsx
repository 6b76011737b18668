import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/http/client.ts'
import { explanation } from '../../api/stock/levels.ts'
import { Claims } from '../../parts/claims.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Quantity } from '../../parts/figures.tsx'
import { RouteAnchor } from '../../parts/links.tsx'
import { LotLink } from '../../parts/record-links.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { Moment } from '../../parts/time.tsx'

/** Why a level is what it is: each figure with the lots, orders and reservations behind it. */
export function Explain({ itemID, wid }: { readonly itemID: string; readonly wid: number | undefined }) {
  const { data, error, refetch } = useQuery(explanation(itemID, wid))
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
            In stock: the lots
          </Title>
          <PlainTable
            label="Lots"
            columns={lotColumns}
            rows={data.lots}
            keyOf={({ recNo }) => recNo}
            empty="No lot."
            maxHeight={260}
          />
        </Stack>
        <Stack gap={4} miw={300}>
          <Title order={2} size="sm">
            Committed, packed and on order
          </Title>
          <Claims explanation={data} />
        </Stack>
      </Group>
      {data.lastTransactionNo !== null && (
        <Text size="xs" c="dimmed">
          Last changed by{' '}
          <RouteAnchor to="/ledger" search={{ itemID }}>
            transaction {data.lastTransactionNo}
          </RouteAnchor>
        </Text>
      )}
    </Stack>
  )
}

const lotColumns: readonly Column<Schemas['Lot']>[] = [
  { title: 'Lot', cell: ({ recNo }) => <LotLink recNo={recNo} /> },
  { title: 'Where', cell: ({ warehouse, spot }) => `${warehouse} ${spot}` },
  { title: 'Received', cell: ({ received }) => <Moment at={received} /> },
  { title: 'State', cell: ({ hold }) => (hold ? 'On hold' : 'Free') },
  { title: 'Units', isNumber: true, cell: ({ units }) => <Quantity of={units} /> },
]
