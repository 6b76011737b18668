import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Category, nameCategory, nameIn, useCategories } from '../../api/categories.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { aliases, changeItem, deleteAlias, item, putAlias } from '../../api/items.ts'
import { may } from '../../api/permissions.ts'
import { useMay, useSession } from '../../api/session-context.ts'
import { explanation } from '../../api/stock.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { Quantity } from '../../components/figures.tsx'
import { type Fields, required, text } from '../../components/forms/fields.tsx'
import { formStep, NextSteps, nothing } from '../../components/forms/next-steps.tsx'
import { RouteAnchor, RouteButton } from '../../components/links.tsx'
import { CategoryName } from '../../components/names.tsx'
import { Loaded, Screen, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { ReservedUnits } from '../../components/tables/reserved-units.tsx'
import { RowAction } from '../../components/tables/row-buttons.tsx'
import { Day } from '../../components/time.tsx'
import { cleared, settable, textEntries, typedOf } from './item-fields.ts'
import { ItemAtp, ReorderPoints } from './item-planning.tsx'
import { ItemLots, LevelsByWarehouse, QuantityOverTime } from './item-stock.tsx'

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

/** Changes what an item is, or whether it is used any more. */
function ItemChanges({ item }: { readonly item: Schemas['Item'] }) {
  const mayWrite = useMay('modifyItemMaster')
  const categories = useCategories()
  if (!mayWrite) return null
  const { shortID, discontinued, category, subCategory } = item
  return (
    <NextSteps
      steps={[
        formStep('Empty text fields are cleared. Other empty fields keep their values.', {
          verb: 'Edit',
          fields: settable,
          initial: typedOf(item),
          send: (changes, key) => changeItem({ shortID, ...cleared, ...changes }, key),
          showResult: ({ status }) => (status === 'unchanged' ? 'No changes' : 'Item saved.'),
        }),
        naming('Name category', { category }, nameIn(categories, category)),
        naming('Name sub-category', { category, subCategory }, nameIn(categories, category, subCategory)),
        formStep(discontinued ? 'The item can be received and ordered again.' : CONSEQUENCE, {
          verb: discontinued ? 'Reactivate' : 'Discontinue',
          fields: nothing,
          send: (_, key) => changeItem({ shortID, discontinued: !discontinued }, key),
          showResult: () => (discontinued ? 'The item is active again.' : 'The item is discontinued.'),
        }),
      ]}
    />
  )
}

const nameField: Fields<{ name?: string }> = { name: text('Name (leave empty for none)') }

/** Names the number that the item has, for all items. */
const naming = (verb: string, numbers: Pick<Category, 'category' | 'subCategory'>, name = '') =>
  formStep(`Shown with the number ${numbers.subCategory ?? numbers.category} for all items that have it.`, {
    verb,
    fields: nameField,
    initial: { name },
    send: (named, key) => nameCategory(numbers, named.name, key),
    showResult: () => 'Name saved.',
  })

const CONSEQUENCE = 'The item can no longer be received or ordered. Its stock and history stay.'

type Alias = Schemas['Alias']

/** Other names of an item, such as its EAN. */
function ItemAliases({ shortID }: { readonly shortID: string }) {
  const mayWrite = useMay('modifyItemMaster')
  const removal: Column<Alias> = {
    title: 'Remove',
    cell: ({ alias }) => (
      <RowAction label={`Remove alias ${alias}`} act={(key) => deleteAlias({ shortID, alias }, key)}>
        Remove
      </RowAction>
    ),
  }
  return (
    <Section title="Aliases">
      <Loaded query={useQuery(aliases({ shortID }))} height={60}>
        {({ value }) => (
          <PlainTable
            label="Aliases"
            columns={mayWrite ? [...aliasColumns, removal] : aliasColumns}
            rows={value}
            keyOf={({ alias }) => alias}
            empty="No aliases"
          />
        )}
      </Loaded>
      {mayWrite && (
        <NextSteps
          steps={[
            formStep(
              'Another name for finding the item by typing or scanning. If another item has the alias, it moves here.',
              {
                verb: 'Add alias',
                fields: aliasFields,
                send: ({ alias }: Pick<Alias, 'alias'>, key) => putAlias({ shortID, alias }, key),
                showResult: ({ alias }) => `Added alias ${alias}.`,
              },
            ),
          ]}
        />
      )}
    </Section>
  )
}

const aliasColumns: readonly Column<Alias>[] = [column.wide('Alias', 'alias')]
const aliasFields: Fields<Pick<Alias, 'alias'>> = { alias: required(text('Alias')) }
