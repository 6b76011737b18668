import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { may } from '../../api/access/permissions.ts'
import { useSession } from '../../api/access/session-context.ts'
import { item } from '../../api/stock/items.ts'
import { explanation } from '../../api/stock/levels.ts'
import { Facts } from '../../parts/facts.tsx'
import { Quantity } from '../../parts/figures.tsx'
import { CategoryName } from '../../parts/inputs/category-name.tsx'
import { RouteAnchor, RouteButton } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Section } from '../../parts/section.tsx'
import { Claims } from '../../parts/tables/claims.tsx'
import { Day } from '../../parts/time.tsx'
import { ItemAliases } from './item-aliases.tsx'
import { ItemChanges } from './item-changes.tsx'
import { textFacts } from './item-fields.ts'
import { ItemLots } from './item-lots.tsx'
import { ItemPromises } from './item-promises.tsx'
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
        {(facts) => (
          <>
            <Group gap="xs">
              <Text>{facts.description || 'No description'}</Text>
              {facts.discontinued && <Badge color="gray">Discontinued</Badge>}
            </Group>
            <Facts
              of={[
                ['Part number', facts.partNo],
                ...textFacts(facts),
                ['Units per package', <Quantity key="units" of={facts.units} unit={facts.uOM} />],
                [
                  'Category',
                  <RouteAnchor key="category" to="/items" search={{ category: facts.category }} size="sm">
                    <CategoryName of={facts.category} />
                  </RouteAnchor>,
                ],
                ['Sub-category', <CategoryName key="sub" of={facts.category} sub={facts.subCategory} />],
                ['Created', <Day key="created" at={facts.created} />],
              ]}
            />
            <ItemChanges item={facts} />
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
              <ItemPromises shortID={shortID} unit={unit} explanation={explanation} />
              <Section title="Orders and reservations">
                <Claims explanation={explanation} />
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
