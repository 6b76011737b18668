import { type Count, type CountDetail, counts } from '../../api/documents.ts'
import { queryClient } from '../../api/http/query-client.ts'
import { useMay } from '../../api/session-context.ts'
import { type Fields, reason, required } from '../../components/forms/fields.tsx'
import { formStep, NextSteps, type Step, simpleStep } from '../../components/forms/next-steps.tsx'

/** What can be done next with a count. */
export function CountSteps({ count }: { readonly count: CountDetail }) {
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
  reasonIn: required(reason('in', 'Reason of what was found', OF_COUNTS)),
  reasonOut: required(reason('out', 'Reason of what is missing', OF_COUNTS)),
}

function stepsOf({ countNo, status, openLines, lines }: CountDetail, mayWork: boolean, mayApprove: boolean): Step[] {
  const differing = lines.filter(({ difference }) => difference !== null && difference !== 0).length
  const isCounted = lines.length > 0 && openLines === 0
  const simple = (verb: string, what: string, send: (key: string) => Promise<Pick<Count, 'status'>>, isOpen = false) =>
    simpleStep(verb, what, async (key) => sayStatus(await send(key)), isOpen)
  const posting = (verb: string, before: (key: string) => Promise<unknown>) =>
    formStep(
      'Receives what was found, issues what is missing, and moves what lay at a wrong spot.',
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
    // It may be approved already: the answer was lost, or it could not be posted then.
    const present = await queryClient.fetchQuery({ ...counts.one({ countNo }), staleTime: 0 })
    if (present.status === 'Submitted') await counts.step('Approve').send({ countNo }, `${key}-approval`)
  })
  const submit = simple(
    openLines === 0 ? 'Submit' : 'Submit and skip',
    openLines === 0
      ? 'What was counted goes to somebody who approves it.'
      : `${openLines} lines that are not counted are skipped; the others go to somebody who approves them.`,
    (key) => counts.step('Submit').send({ countNo, uncounted: openLines === 0 ? 'refuse' : 'skip' }, key),
    isCounted,
  )
  const recount = simple('Recount', 'Lines that differ are counted again.', (key) =>
    counts.step('Recount').send({ countNo }, key),
  )
  const approve = simple('Approve', 'What was counted is right, and can be posted.', (key) =>
    counts.step('Approve').send({ countNo }, key),
  )
  const cancel = simple('Cancel', 'The count ends. What is posted stays posted.', (key) =>
    counts.step('Cancel').send({ countNo }, key),
  )
  return [
    ...(mayWork && status === 'Open' ? [submit] : []),
    ...(mayApprove && status === 'Submitted' ? [approveAndPost, approve] : []),
    ...(mayApprove && (status === 'Approved' || status === 'Partial') ? [post] : []),
    ...(mayApprove && ['Submitted', 'Approved', 'Partial'].includes(status) ? [recount] : []),
    ...(mayApprove && !['Posted', 'Canceled'].includes(status) ? [cancel] : []),
  ]
}

const sayPosted = (posted: number) =>
  posted === 0
    ? 'Nothing differs: the stock stays as it is.'
    : `Posts ${posted === 1 ? 'one line' : `${posted} lines`}.`
const sayStatus = ({ status }: Pick<Count, 'status'>) => `The count is now: ${status}.`
