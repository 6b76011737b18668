import { Text } from '@mantine/core'
import type { Schemas } from '../../api/http/contract.ts'
import { difference } from '../../fold/decimal.ts'
import { Difference } from '../figures.tsx'
import { LotLink } from '../record-links.tsx'
import { column } from '../tables/columns.tsx'
import { plainTable } from '../tables/plain-table.tsx'
import { Place } from '../warehouse-name.tsx'

type Preview = Schemas['Preview']
type Step = Schemas['LotStep']

/** The dry run's answer: each lot before and after, and the lots that are passed over. */
export function LotsPreview({ preview }: { readonly preview: Preview }) {
  return (
    <>
      <LotSteps rows={preview.lots} maxHeight={300} />
      {preview.passedOver.length > 0 && (
        <Text size="sm">
          Passed over:{' '}
          {preview.passedOver.map(({ recNo, spot, reason }) => `lot ${recNo} in ${spot} (${reason})`).join('; ')}
        </Text>
      )}
    </>
  )
}

const LotSteps = plainTable<Step>(
  'Lots before and after',
  'No lot would change.',
  ({ recNo, wid, spot, unitsBefore }) => `${recNo} ${wid} ${spot} ${unitsBefore}`,
  [
    { title: 'Lot', cell: ({ recNo }) => (recNo === null ? 'new' : <LotLink recNo={recNo} />) },
    { title: 'Where', isWide: true, cell: (step) => <Place of={step} /> },
    column.quantity('Before', 'unitsBefore'),
    {
      title: 'Change',
      isNumber: true,
      cell: (step) => <Difference of={difference(step.unitsAfter, step.unitsBefore)} />,
    },
    column.quantity('After', 'unitsAfter'),
  ],
)
