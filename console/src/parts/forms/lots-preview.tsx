import { Text } from '@mantine/core'
import type { Schemas } from '../../api/http/client.ts'
import { useWarehouseName } from '../../api/stock/registries.ts'
import { difference } from '../../fold/decimal.ts'
import { Difference, Quantity } from '../figures.tsx'
import { LotLink } from '../record-links.tsx'
import type { Column } from '../tables/column.tsx'
import { PlainTable } from '../tables/plain-table.tsx'

type Preview = Schemas['Preview']
type Step = Schemas['LotStep']

/** The dry run's answer: each lot before and after, and the lots that are passed over. */
export function LotsPreview({ preview }: { readonly preview: Preview }) {
  const nameOf = useWarehouseName()
  const columns: readonly Column<Step>[] = [
    { title: 'Lot', cell: ({ recNo }) => (recNo === null ? 'new' : <LotLink recNo={recNo} />) },
    { title: 'Where', isWide: true, cell: ({ wid, spot }) => `${nameOf(wid)} ${spot}` },
    { title: 'Before', isNumber: true, cell: ({ unitsBefore }) => <Quantity of={unitsBefore} /> },
    {
      title: 'Change',
      isNumber: true,
      cell: (step) => <Difference of={difference(step.unitsAfter, step.unitsBefore)} />,
    },
    { title: 'After', isNumber: true, cell: ({ unitsAfter }) => <Quantity of={unitsAfter} /> },
  ]
  return (
    <>
      <PlainTable
        label="Lots before and after"
        columns={columns}
        rows={preview.lots}
        keyOf={({ recNo, wid, spot, unitsBefore }) => `${recNo} ${wid} ${spot} ${unitsBefore}`}
        empty="No lot would change."
        maxHeight={300}
      />
      {preview.passedOver.length > 0 && (
        <Text size="sm">
          Passed over:{' '}
          {preview.passedOver.map(({ recNo, spot, reason }) => `lot ${recNo} in ${spot} (${reason})`).join('; ')}
        </Text>
      )}
    </>
  )
}
