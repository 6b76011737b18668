import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { item } from '../../api/items.ts'
import { may } from '../../api/permissions.ts'
import { useSession } from '../../api/session-context.ts'
import { explanation } from '../../api/stock.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { Quantity } from '../../components/figures.tsx'
import { RouteAnchor, RouteButton } from '../../components/links.tsx'
import { CategoryName } from '../../components/names.tsx'
import { Loaded, Screen, Section } from '../../components/screen.tsx'
import { ReservedUnits } from '../../components/tables/reserved-units.tsx'
import { Day } from '../../components/time.tsx'
import { ItemAliases } from './item-aliases.tsx'
import { ItemAtp } from './item-atp.tsx'
import { ItemChanges } from './item-changes.tsx'
import { textEntries } from './item-fields.ts'
import { ItemLots } from './item-lots.tsx'
import { LevelsByWarehouse } from './levels-by-warehouse.tsx'
import { QuantityOverTime } from './quantity-over-time.tsx'
import { ReorderPoints } from './reorder-points.tsx'

const route = getRouteApi('/items/$shortID')

/** One item: what it is, where it is, how it came to that, and what is to come. */
export function Item() {
  const { shortID } = route.useParams()
  const found = useQuery(item({ shortID }))
  const explained = useQuery(explanation({ itemID: shortID, wid: undefined }))
  const unit = found.data?.uOM
  return (
    <Screen title={shortID} aside={<Actions shortID={shortID} />}>
      <Loaded query={found} height={80}>
        {(entries) => (
          <>
            <Group gap="xs">
              <Text>{entries.description || 'No description'}</Text>
              {entries.discontinued && <Badge color="gray">Discontinued</Badge>}
            </Group>
            <DescriptionList
              of={[
                ['Part number', entries.partNo],
                ...textEntries(entries),
                ['Units per package', <Quantity key="units" of={entries.units} unit={entries.uOM} />],
                [
                  'Category',
                  <RouteAnchor key="category" to="/items" search={{ category: entries.category }} size="sm">
                    <CategoryName of={entries.category} />
                  </RouteAnchor>,
                ],
                ['Sub-category', <CategoryName key="sub" of={entries.category} sub={entries.subCategory} />],
                ['Created', <Day key="created" at={entries.created} />],
              ]}
            />
            <ItemChanges item={entries} />
          </>
        )}
      </Loaded>
      {found.data && (
        <Loaded query={explained} height={400}>
          {(explanation) => (
            <>
              <Section title="Levels">
                <LevelsByWarehouse item={found.data} explanation={explanation} />
              </Section>
              <QuantityOverTime shortID={shortID} unit={unit} explanation={explanation} />
              <Section title="Lots">
                <ItemLots item={found.data} lots={explanation.lots} />
              </Section>
              <ItemAtp shortID={shortID} unit={unit} explanation={explanation} />
              <Section title="Orders and reservations">
                <ReservedUnits explanation={explanation} />
              </Section>
              <ReorderPoints shortID={shortID} />
              <ItemAliases shortID={shortID} />
            </>
          )}
        </Loaded>
      )}
    </Screen>
  )
}

const writes = [
  { needs: 'positiveAdjustment', to: '/receive', name: 'Receive' },
  { needs: 'locateMoveUnits', to: '/move', name: 'Move' },
  { needs: 'negativeAdjustment', to: '/issue', name: 'Issue' },
  { needs: 'writeReservations', to: '/reserve', name: 'Reserve' },
] as const

function Actions({ shortID }: { readonly shortID: string }) {
  const session = useSession()
  const search = { itemID: shortID }
  return (
    <Group gap="xs">
      <RouteButton to="/ledger" search={search}>
        Ledger
      </RouteButton>
      {writes
        .filter(({ needs }) => may(session, needs))
        .map(({ to, name }) => (
          <RouteButton key={to} to={to} search={search}>
            {name}
          </RouteButton>
        ))}
    </Group>
  )
}
