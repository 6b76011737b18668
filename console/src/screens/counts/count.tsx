import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type CountDetail, count } from '../../api/orders/counts.ts'
import { useMay } from '../../app/session-context.ts'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Section } from '../../parts/section.tsx'
import { Moment } from '../../parts/time.tsx'
import { CountSteps } from './count-steps.tsx'
import { EnterCount } from './enter-count.tsx'
import { LinesToCount } from './lines-to-count.tsx'
import { Variance } from './variance.tsx'

const route = getRouteApi('/counts/$countNo')

/** A count: what is to be counted, for a phone first; and what differs, for those who approve it. */
export function CountScreen() {
  const { countNo } = route.useParams()
  return (
    <Screen title={countNo}>
      <Loaded query={useQuery(count(countNo))} height={300}>
        {(found) => <Session count={found} />}
      </Loaded>
    </Screen>
  )
}

export interface Cell {
  readonly shortID: string
  readonly spot: string
}

interface Choice {
  readonly chosen: Cell | undefined
  readonly times: number
}

function Session({ count: found }: { readonly count: CountDetail }) {
  const { countNo, status, warehouseName, assignee, created, remark, lines, openLines, blind } = found
  const [mayCount, mayApprove] = [useMay('count'), useMay('approveCounts')]
  // Choosing a line again fills the form again.
  const [{ chosen, times }, setChoice] = useState<Choice>({ chosen: undefined, times: 0 })
  const choose = (cell: Cell) => setChoice({ chosen: cell, times: times + 1 })
  const seesFigures = mayApprove || !blind
  return (
    <>
      <Facts
        of={[
          ['Warehouse', warehouseName],
          ['Status', status],
          ['To count', `${openLines} of ${lines.length}`],
          ['Assigned to', assignee || '–'],
          ['Created', <Moment key="created" at={created} />],
          ...(remark ? [['Remark', remark] as const] : []),
        ]}
      />
      {mayCount && status === 'Open' && <EnterCount key={times} countNo={countNo} chosen={chosen} />}
      <Section title={seesFigures ? 'Expected and counted' : 'Lines'}>
        {seesFigures ? (
          <Variance lines={lines} />
        ) : (
          <LinesToCount countNo={countNo} lines={lines} onChoose={status === 'Open' ? choose : undefined} />
        )}
      </Section>
      <CountSteps count={found} />
    </>
  )
}
