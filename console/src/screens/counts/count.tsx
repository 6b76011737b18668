import { getRouteApi } from '@tanstack/react-router'
import { type CountDetail, counts } from '../../api/documents.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { type RecordScreen, recordScreen, Section } from '../../components/screen.tsx'
import { Moment } from '../../components/time.tsx'
import { toText } from '../../fold/person-numbers.ts'
import { CountSteps } from './count-steps.tsx'
import { EnterCount } from './enter-count.tsx'
import { LinesToCount } from './lines-to-count.tsx'
import { Variance } from './variance.tsx'

/** A count: what is to be counted, for a phone first; and what differs, for those who approve it. */
export const CountScreen: RecordScreen = recordScreen({
  useParams: () => getRouteApi('/counts/$countNo').useParams(),
  title: ({ countNo }) => countNo,
  of: counts.one,
  show: (found) => <Session count={found} />,
})

function Session({ count: found }: { readonly count: CountDetail }) {
  const { countNo, status, warehouseName, assignee, created, remark, lines, openLines, blind } = found
  const [mayCount, mayApprove] = [useMay('countStock'), useMay('approveCounts')]
  // A person who counts does not know the expected quantity, even if the same person approves later.
  const seesFigures = !blind || (mayApprove && !(mayCount && status === 'Open'))
  return (
    <>
      <DescriptionList
        of={[
          ['Warehouse', warehouseName],
          ['Status', status],
          ['To count', `${toText(openLines)} of ${toText(lines.length)}`],
          ['Assigned to', assignee || '–'],
          ['Created', <Moment key="created" at={created} />],
          ...(remark ? [['Remark', remark] as const] : []),
        ]}
      />
      {mayCount && status === 'Open' && <EnterCount countNo={countNo} />}
      <Section title={seesFigures ? 'Expected and counted' : 'Lines'}>
        {seesFigures ? (
          <Variance lines={lines} />
        ) : (
          <LinesToCount countNo={countNo} lines={lines} isOpen={mayCount && status === 'Open'} />
        )}
      </Section>
      <CountSteps count={found} />
    </>
  )
}
