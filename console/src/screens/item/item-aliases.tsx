import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/http/contract.ts'
import { aliases, deleteAlias, putAlias } from '../../api/items.ts'
import { useMay } from '../../api/session-context.ts'
import { type Fields, required, text } from '../../components/forms/fields.tsx'
import { formStep, NextSteps } from '../../components/forms/next-steps.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { RowAction } from '../../components/tables/row-buttons.tsx'

type Alias = Schemas['Alias']

/** Other names of an item, such as its EAN. */
export function ItemAliases({ shortID }: { readonly shortID: string }) {
  const mayWrite = useMay('modifyItemMaster')
  const removal: Column<Alias> = {
    title: 'Remove',
    cell: ({ alias }) => (
      <RowAction label={`Remove the alias ${alias}`} act={(key) => deleteAlias({ shortID, alias }, key)}>
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
            columns={mayWrite ? [...columns, removal] : columns}
            rows={value}
            keyOf={({ alias }) => alias}
            empty="It has no other name."
          />
        )}
      </Loaded>
      {mayWrite && (
        <NextSteps
          steps={[
            formStep(
              'Another name by which the item is found, typed or scanned. An alias of another item moves here.',
              {
                verb: 'Add an alias',
                fields,
                send: ({ alias }: Pick<Alias, 'alias'>, key) => putAlias({ shortID, alias }, key),
                showResult: ({ alias }) => `${alias} is an alias of ${shortID}.`,
              },
            ),
          ]}
        />
      )}
    </Section>
  )
}

const columns: readonly Column<Alias>[] = [column.wide('Alias', 'alias')]
const fields: Fields<Pick<Alias, 'alias'>> = { alias: required(text('Alias')) }
