import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type TransitDetail, type TransitLine, transits } from '../../api/documents.ts'
import { useMay, useSession } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { type Fields, reason, remark, required } from '../../components/forms/fields.tsx'
import { FieldsForm } from '../../components/forms/fields-form.tsx'
import { useHasDraft } from '../../components/forms/use-draft.ts'
import { LineList } from '../../components/lines/line-list.tsx'
import { type RecordScreen, recordScreen, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { Moment } from '../../components/time.tsx'
import { RECEIVE, RETURN, TransitLineCard } from './transit-line.tsx'

/** A transit: what is where of each line, and the forms that receive, return and close. For a phone first. */
export const Transit: RecordScreen = recordScreen({
  useParams: () => getRouteApi('/transits/$slip').useParams(),
  title: ({ slip }) => slip,
  of: transits.one,
  show: (found) => <Slip transit={found} />,
})

function Slip({
  transit: { slip, status, warehouse, shipToWarehouse, shipped, reference, remark, lines, ...ends },
}: {
  readonly transit: TransitDetail
}) {
  const { warehouses } = useSession()
  const has = (wid: number) => warehouses === 'all' || warehouses.includes(wid)
  const mayReceive = useMay('receiveTransits') && has(ends.shipToWid)
  const mayReturn = useMay('shipTransits') && has(ends.wid)
  return (
    <>
      <DescriptionList
        of={[
          ['From', warehouse],
          ['To', shipToWarehouse],
          ['Status', status],
          ['Shipped', <Moment key="shipped" at={shipped} />],
          ...(reference ? [['Reference', reference] as const] : []),
          ...(remark ? [['Note', remark] as const] : []),
        ]}
      />
      <LineList
        lines={lines}
        isUnfinished={isUnderWay}
        hasScan={lines.some(isUnderWay)}
        verbs={[RECEIVE, RETURN]}
        opensFirst={mayReceive}
      >
        {(line, toggle) => (
          <TransitLineCard slip={slip} may={{ receive: mayReceive, return: mayReturn }} line={line} toggle={toggle} />
        )}
      </LineList>
      <CloseTransit slip={slip} mayClose={mayReceive} lines={lines} />
    </>
  )
}

/** Whether units of a line are still on their way. */
const isUnderWay = ({ inTransit }: TransitLine): boolean => inTransit > 0

interface CloseTransitProps {
  readonly slip: string
  readonly mayClose: boolean
  readonly lines: readonly TransitLine[]
}

interface Wish {
  readonly reasonCode: number
  readonly remark?: string
}

/** What was lost was not sold. */
const OF_LOSSES = /\blos[st]|shrink|write.?off/i
const fields: Fields<Wish> = { reasonCode: required(reason('out', 'Reason', OF_LOSSES)), remark }

const WRITE_OFF = 'Write off'

/** Writes off what did not arrive. */
function CloseTransit({ slip, mayClose, lines }: CloseTransitProps) {
  const [isOpen, setIsOpen] = useState(useHasDraft()(WRITE_OFF))
  if (!isOpen && !(mayClose && lines.some(isUnderWay))) return null
  if (!isOpen)
    return (
      <Button variant="default" w="fit-content" onClick={() => setIsOpen(true)}>
        Close with loss…
      </Button>
    )
  return (
    <Section title="Close with loss">
      <FieldsForm
        verb={WRITE_OFF}
        fields={fields}
        dryRun={async () => lines.filter(isUnderWay)}
        send={(wish: Wish, key) => transits.step('Close').send({ slip, ...wish }, key)}
        showPlan={(lost) => <LinesToWriteOff rows={lost} />}
        showResult={({ status }) => `Transit status: ${status}.`}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  )
}

const LinesToWriteOff = plainTable<TransitLine>('Lines to write off', 'No lines', ({ lineNo }) => lineNo, [
  column.number('Line', 'lineNo'),
  column.wide('Item', 'shortID'),
  column.quantity('Lost', 'inTransit'),
])
