import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import { trace } from '../../api/items.ts'
import type { Entry } from '../../api/ledger.ts'
import { useReasonCodes } from '../../api/registries.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { Quantity } from '../../components/figures.tsx'
import { useHasDraft } from '../../components/forms/use-draft.ts'
import { RouteButton } from '../../components/links.tsx'
import { LotState } from '../../components/lot-state.tsx'
import { Who } from '../../components/names.tsx'
import { EntryType, ItemLink, LotLink, OrderLink } from '../../components/record-links.tsx'
import { Loaded, Screen, Section } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { Day, Moment } from '../../components/time.tsx'
import { type LotNode, toLotTree } from '../../fold/lot-tree.ts'
import { AMEND, Amend } from './amend.tsx'
import classes from './lot-tree.module.css'

const route = getRouteApi('/lots/$recno')

/** One lot: what its receipt said, where it came from, what became of it, and who received its units. */
export function Lot() {
  const { recno } = route.useParams()
  const found = useQuery(trace({ recno }))
  const [isAmended, setIsAmended] = useState(useHasDraft()(AMEND))
  return (
    <Screen
      title={`Lot ${recno}`}
      aside={found.data && <Actions lot={found.data.lot} onAmend={() => setIsAmended(true)} />}
    >
      <Loaded query={found} height={400}>
        {({ lot, parents, descendants, transactions, issues, isCut }) => (
          <>
            {isCut && (
              <Alert role="status" color="var(--ink-warn)" variant="outline" title="Some history is not shown">
                This page shows the nearest lots and the oldest entries. Export the ledger to see all of them.
              </Alert>
            )}
            <LotDescription lot={lot} entries={transactions} />
            {isAmended && <Amend lot={lot} onClose={() => setIsAmended(false)} />}
            <Section title="Traceability">
              <LotTree nodes={toLotTree([lot, ...parents, ...descendants])} recno={recno} />
            </Section>
            <Section title="History">
              <LotHistory entries={transactions} recno={recno} />
            </Section>
            <Section title="Shipped to">
              <Issues rows={issues} />
            </Section>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

type Details = Schemas['LotDetails']

function Actions({ lot, onAmend }: { readonly lot: Details; readonly onAmend: () => void }) {
  const [mayHold, mayAdjust, mayAmend] = [
    useMay('negativeAdjustment'),
    useMay('positiveAdjustment'),
    useMay('amendLots'),
  ]
  const mayMove = useMay('locateMoveUnits')
  const { recNo: recno, shortID: itemID, wID: wid } = lot
  const spot = lot.spot || undefined
  return (
    <Group gap="xs">
      {mayAmend && (
        <Button size="xs" variant="default" onClick={onAmend}>
          Amend
        </Button>
      )}
      {mayMove && lot.active && (
        <RouteButton to="/move" search={{ itemID, wid, recno, fromSpot: spot }}>
          Move
        </RouteButton>
      )}
      {mayAdjust && lot.active && (
        <RouteButton to="/adjust" search={{ itemID, wid, spot }}>
          Adjust
        </RouteButton>
      )}
      {mayHold && lot.active && (
        <RouteButton to="/hold" search={{ recno }}>
          {lot.hold ? 'Release' : 'Hold'}
        </RouteButton>
      )}
    </Group>
  )
}

function LotDescription({ lot, entries }: { readonly lot: Details; readonly entries: readonly Entry[] }) {
  const held = lot.hold ? entries.findLast(({ type }) => type === 'hold') : undefined
  const reasons = useReasonCodes(held !== undefined)
  return (
    <DescriptionList
      of={[
        ['Item', <ItemLink key="item" shortID={lot.shortID} />],
        ['Description', lot.description || '–'],
        ['Units', <Quantity key="units" of={lot.units} />],
        ['Location', `${lot.warehouse} ${lot.spot}`],
        ['State', <LotState key="state" hold={lot.hold} goodUntil={lot.goodUntil} />],
        ...(held ? [['Hold reason', whyHeld(held, reasons)] as const] : []),
        ['Received', <Moment key="received" at={lot.received} />],
        ['Expires', <Day key="expires" at={lot.expires} />],
        ['Serial', lot.serial || '–'],
        ...(lot.serial2 ? [['Secondary number', lot.serial2] as const] : []),
        ['Purchase order', <OrderLink key="order" reference={lot.reference} line={lot.line} />],
        ['Unit cost', lot.price === null ? '–' : <Quantity key="price" of={lot.price} />],
        ['Supplier', lot.supplier ?? '–'],
        ['Note', lot.remark || '–'],
      ]}
    />
  )
}

/** The reason of a hold and its remark. */
function whyHeld({ reasonCode, remark }: Entry, reasons: readonly Schemas['ReasonCode'][]): string {
  const reason = reasons.find(({ code }) => code === reasonCode)?.name
  return [reason, remark].filter(Boolean).join(': ') || '–'
}

const Issues = plainTable<Schemas['LotIssue']>(
  'Issues',
  'Nothing from this lot has been issued.',
  ({ transactionNo, recNo }) => `${transactionNo} ${recNo}`,
  [
    column.moment('When', 'at'),
    column.lot('From lot', 'recNo'),
    {
      title: 'Reference',
      isWide: true,
      cell: ({ reference, line }) => <OrderLink reference={reference} line={line} />,
    },
    column.optional('Customer', 'shipto'),
    { title: 'By', cell: (issue) => <Who of={issue} /> },
    { title: 'Reversed', cell: ({ reversed }) => (reversed ? 'Yes' : 'No') },
    column.quantity('Units', 'units'),
  ],
)

/** What happened to one lot, newest first, with its quantity before and after. */
function LotHistory({ entries, recno }: { readonly entries: readonly Entry[]; readonly recno: number }) {
  const rows = entries.toReversed().map((entry) => {
    const step = entry.lots.find(({ recNo }) => recNo === recno)
    return { ...entry, before: step?.unitsBefore ?? null, after: step?.unitsAfter ?? null }
  })
  return <History rows={rows} />
}

const History = plainTable<Entry & { readonly before: number | null; readonly after: number | null }>(
  'History',
  'No history yet',
  ({ transactionNo }) => transactionNo,
  [
    column.moment('When', 'at'),
    { title: 'What', cell: (entry) => <EntryType of={entry} /> },
    { title: 'By', cell: (entry) => <Who of={entry} /> },
    { title: 'Reference', cell: ({ reference, line }) => <OrderLink reference={reference} line={line} /> },
    column.wide('Note', 'remark'),
    column.quantity('Before', 'before'),
    column.quantity('After', 'after'),
  ],
)

interface LotTreeProps {
  readonly nodes: readonly LotNode<Details>[]
  /** The lot of the page. */
  readonly recno: number
}

/** From the receipt down: each lot, where it is, and what was split from it. */
function LotTree({ nodes, recno }: LotTreeProps) {
  return (
    <ul className={classes.tree}>
      {nodes.map(({ lot, splits }) => (
        <li key={lot.recNo}>
          <span
            className={lot.recNo === recno ? classes.own : classes.lot}
            aria-current={lot.recNo === recno || undefined}
          >
            <LotLink recNo={lot.recNo} />
            <Quantity of={lot.units} />
            <span>
              {lot.warehouse} {lot.spot}
            </span>
            <LotState hold={lot.hold} goodUntil={lot.goodUntil} />
          </span>
          {splits.length > 0 && <LotTree nodes={splits} recno={recno} />}
        </li>
      ))}
    </ul>
  )
}
