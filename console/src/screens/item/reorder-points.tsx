import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/http/contract.ts'
import { typedAs } from '../../api/http/operations.ts'
import { putReorderPoint, reorderPoints } from '../../api/items.ts'
import { useMay } from '../../api/session-context.ts'
import { Quantity } from '../../components/figures.tsx'
import { decimal, type Fields, lot, required, warehouse } from '../../components/forms/fields.tsx'
import { formStep, NextSteps } from '../../components/forms/next-steps.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'

type Settings = Omit<Schemas['PutReorderPointRequest'], 'itemID'>

/** When an item is reordered, by warehouse. */
export function ReorderPoints({ shortID }: { readonly shortID: string }) {
  const mayWrite = useMay('modifyItemMaster')
  return (
    <Section title="Reordering">
      <Loaded query={useQuery(reorderPoints({ itemID: shortID }))} height={60}>
        {({ value }) => <Points rows={value} />}
      </Loaded>
      {mayWrite && (
        <NextSteps
          steps={[
            formStep('Position is what is available, on order and in transit. Without a minimum it is not reordered.', {
              verb: 'Set a minimum',
              fields,
              missingOf: ({ minimum, reorderTo }) =>
                minimum !== undefined && reorderTo === undefined ? 'up to how many' : undefined,
              ...typedAs(putReorderPoint, (settings: Settings) => toRequest(shortID, settings)),
              showPlan: ({ minimum, reorderTo }) =>
                minimum === null || reorderTo === null ? (
                  'It is no longer reordered for this warehouse.'
                ) : (
                  <Text size="sm">
                    Below <Quantity of={minimum} /> it is to be ordered up to <Quantity of={reorderTo} />.
                  </Text>
                ),
              showResult: ({ status }) => `The settings are ${status}.`,
            }),
          ]}
        />
      )}
    </Section>
  )
}

const fields: Fields<Settings> = {
  wid: required(warehouse()),
  minimum: decimal('Minimum', 'a minimum like 100'),
  reorderTo: decimal('Order up to', 'a quantity like 500'),
  leadDays: { ...lot('Days until receipt'), name: 'a number of days' },
}

const toRequest = (itemID: string, settings: Settings): Schemas['PutReorderPointRequest'] => ({
  itemID,
  ...settings,
  ...(settings.minimum === undefined && settings.reorderTo === undefined && { minimum: null }),
})

const Points = plainTable<Schemas['ReorderPoint']>('Reordering', 'It has no minimum.', ({ wid }) => wid, [
  column.warehouse('Warehouse', 'wid', { isWide: true }),
  column.quantity('Minimum', 'minimum'),
  column.quantity('Order up to', 'reorderTo'),
  column.quantity('Days until receipt', 'leadDays'),
])
