import { Switch } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Count, type CountDetail, type CountLine, counts } from '../../api/documents.ts'
import { queryClient } from '../../api/http/query-client.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { type Fields, reason, required } from '../../components/forms/fields.tsx'
import { formStep, NextSteps, type Step, simpleStep } from '../../components/forms/next-steps.tsx'
import { StateBadge } from '../../components/lot-state.tsx'
import { Who } from '../../components/names.tsx'
import { type RecordScreen, recordScreen, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { Moment, None } from '../../components/time.tsx'
import { toText } from '../../fold/person-numbers.ts'
import { EnterCount } from './enter-count.tsx'
import { LinesToCount } from './lines-to-count.tsx'

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
          ['Left to count', `${toText(openLines)} of ${toText(lines.length)}`],
          ['Assigned to', assignee || '–'],
          ['Created', <Moment key="created" at={created} />],
          ...(remark ? [['Note', remark] as const] : []),
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

/** What the books expected and what was counted, side by side. */
function Variance({ lines }: { readonly lines: readonly CountLine[] }) {
  const [isAll, setIsAll] = useState(false)
  const differing = lines.filter(({ difference, state }) => difference !== 0 || state === 'Open')
  return (
    <>
      <Switch
        label={`Show matching lines (${toText(lines.length - differing.length)})`}
        checked={isAll}
        onChange={(event) => setIsAll(event.currentTarget.checked)}
      />
      <VarianceTable rows={isAll ? lines : differing} maxHeight={560} />
    </>
  )
}

const OUTCOMES: Readonly<Record<string, string>> = {
  match: 'As expected',
  more: 'More',
  less: 'Less',
  found: 'Found',
  missing: 'Missing',
  wrongSpot: 'Wrong spot',
}

const VarianceTable = plainTable<CountLine>('Expected and counted', 'No differences', ({ lineNo }) => lineNo, [
  column.optional('Spot', 'spot'),
  column.item('Item', 'shortID'),
  column.quantity('Expected', 'expected', { hint: 'On record when it was counted' }),
  column.quantity('Counted', 'counted'),
  column.difference('Difference', 'difference'),
  column.quantity('Value', 'value', { hint: 'At lot cost' }),
  { title: 'Outcome', cell: ({ outcome }) => (outcome === null ? <None /> : (OUTCOMES[outcome] ?? outcome)) },
  column.quantity('To move', 'moved', { hint: 'Found at another spot' }),
  {
    title: 'State',
    cell: ({ state, overLimit, blocked }) => (
      <>
        {state} {overLimit && <StateBadge colour="var(--ink-warn)">Over limit</StateBadge>}
        {blocked && `: ${blocked}`}
      </>
    ),
  },
  {
    title: 'Counted by',
    isWide: true,
    cell: ({ countedBy, countedByPerson, countedByActor: actor = countedByPerson }) =>
      countedBy === null ? (
        <None />
      ) : (
        <Who of={{ clientId: countedBy, ...(actor && { actor }), actorVerified: countedByPerson !== undefined }} />
      ),
  },
])

/** What can be done next with a count. */
function CountSteps({ count }: { readonly count: CountDetail }) {
  const [mayCount, mayApprove] = [useMay('countStock'), useMay('approveCounts')]
  return <NextSteps steps={stepsOf(count, mayCount || mayApprove, mayApprove)} />
}

interface Reasons {
  readonly reasonIn: number
  readonly reasonOut: number
}
/** What was counted was not bought or sold. */
const OF_COUNTS = /\bcount|adjust|correct|invent|stock ?tak/i
const reasons: Fields<Reasons> = {
  reasonIn: required(reason('in', 'Reason for surplus', OF_COUNTS)),
  reasonOut: required(reason('out', 'Reason for shortage', OF_COUNTS)),
}

function stepsOf({ countNo, status, openLines, lines }: CountDetail, mayWork: boolean, mayApprove: boolean): Step[] {
  const differing = lines.filter(({ difference }) => difference !== null && difference !== 0).length
  const isCounted = lines.length > 0 && openLines === 0
  const simple = (verb: string, what: string, send: (key: string) => Promise<Pick<Count, 'status'>>, isOpen = false) =>
    simpleStep(verb, what, async (key) => sayStatus(await send(key)), isOpen)
  const posting = (verb: string, before: (key: string) => Promise<unknown>) =>
    formStep(
      'Receives surpluses, issues shortages, and moves stock found at the wrong spot.',
      {
        verb,
        fields: reasons,
        dryRun: async () => differing,
        send: async (given: Reasons, key) => {
          await before(key)
          return counts.step('Post').send({ countNo, ...given }, key)
        },
        showPlan: sayPosted,
        showResult: sayStatus,
        plansAtOnce: true,
      },
      true,
    )
  const post = posting('Post', async () => undefined)
  const approveAndPost = posting('Approve and post', async (key) => {
    // It may be approved already: the response was lost, or it could not be posted then.
    const present = await queryClient.fetchQuery({ ...counts.one({ countNo }), staleTime: 0 })
    if (present.status === 'Submitted') await counts.step('Approve').send({ countNo }, `${key}-approval`)
  })
  const submit = simple(
    openLines === 0 ? 'Submit' : 'Submit and skip',
    openLines === 0
      ? 'Your count will be sent for approval.'
      : `Your count will be sent for approval without its ${openLines} uncounted ${openLines === 1 ? 'line' : 'lines'}.`,
    (key) => counts.step('Submit').send({ countNo, uncounted: openLines === 0 ? 'refuse' : 'skip' }, key),
    isCounted,
  )
  const named = (verb: 'Recount' | 'Approve' | 'Cancel', what: string) =>
    simple(verb, what, (key) => counts.step(verb).send({ countNo }, key))
  const recount = named('Recount', 'Lines with a difference must be counted again.')
  const approve = named('Approve', 'Confirms the count so that it can be posted.')
  const cancel = named('Cancel', 'Ends the count. Posted lines stay posted.')
  return [
    ...(mayWork && status === 'Open' ? [submit] : []),
    ...(mayApprove && status === 'Submitted' ? [approveAndPost, approve] : []),
    ...(mayApprove && (status === 'Approved' || status === 'Partial') ? [post] : []),
    ...(mayApprove && ['Submitted', 'Approved', 'Partial'].includes(status) ? [recount] : []),
    ...(mayApprove && !['Posted', 'Canceled'].includes(status) ? [cancel] : []),
  ]
}

const sayPosted = (posted: number) =>
  posted === 0 ? 'No differences. Stock levels stay the same.' : `Posts ${posted === 1 ? '1 line' : `${posted} lines`}.`
const sayStatus = ({ status }: Pick<Count, 'status'>) => `Count status: ${status}.`
