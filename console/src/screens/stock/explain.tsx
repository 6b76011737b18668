import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/http/contract.ts'
import { explanation } from '../../api/stock.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Quantity } from '../../components/figures.tsx'
import { TransactionLink } from '../../components/record-links.tsx'
import { column } from '../../components/tables/columns.tsx'
import { AllLots } from '../../components/tables/lot-columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { ReservedUnits } from '../../components/tables/reserved-units.tsx'

/** Why a level is what it is: each figure with the lots, orders and reservations behind it. */
export function Explain({ itemID, wid }: { readonly itemID: string; readonly wid: number | undefined }) {
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
            In stock: the lots
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

const Lots = plainTable<Schemas['Lot']>('Lots', 'No lot.', ({ recNo }) => recNo, [
  column.lot('Lot', 'recNo'),
  { title: 'Where', cell: ({ warehouse, spot }) => `${warehouse} ${spot}` },
  column.moment('Received', 'received'),
  { title: 'State', cell: ({ hold }) => (hold ? 'On hold' : 'Free') },
  column.quantity('Units', 'units'),
])
