import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../../api/http/client.ts'
import type { Entry } from '../../api/stock/ledger.ts'
import { useWarehouseName } from '../../api/stock/registries.ts'
import { useMay } from '../../app/session-context.ts'
import { Facts } from '../../parts/facts.tsx'
import { Difference, Quantity } from '../../parts/figures.tsx'
import { levelFigures } from '../../parts/level-figures.ts'
import { CountLink, LotLink, OrderLink } from '../../parts/record-links.tsx'
import type { Column } from '../../parts/tables/column.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'
import { None } from '../../parts/time.tsx'
import { Reverse } from './reverse.tsx'

const REVERSIBLE: readonly Entry['type'][] = ['receive', 'move', 'issue', 'hold', 'release']

/** All of an entry: what it did to lots and figures, before and after, and the way back. */
export function EntryDetail({ entry }: { readonly entry: Entry }) {
  const nameOf = useWarehouseName()
  const [isReversing, setReversing] = useState(false)
  const mayReverse = [useMay('issue'), useMay('receive'), useMay('move')].includes(true)
  return (
    <Stack gap="sm">
      <Facts
        of={[
          ['Request', entry.requestId],
          ['Order', <OrderLink key="order" reference={entry.reference} line={entry.line} />],
          ...optional('Remark', entry.remark || null),
          ...optional('Supplier', entry.supplier),
          ...optional('Unit cost', entry.price === null ? null : <Quantity of={entry.price} />),
          ...optional('Customer', entry.shipto),
          ...optional('Production', entry.prodID),
          ...optional('Transit slip', entry.transitSlip),
          ...optional('Count', entry.countNo === null ? null : <CountLink countNo={entry.countNo} />),
          ...optional('Reverses', entry.reverses),
          ...optional('Amended', entry.amended ? toAmendments(entry.amended) : null),
        ]}
      />
      <Group align="start" gap="md" grow preventGrowOverflow={false}>
        <PlainTable
          label="Lots before and after"
          columns={lotColumns(nameOf)}
          rows={entry.lots}
          keyOf={({ recNo, wid, spot }) => `${recNo} ${wid} ${spot}`}
          empty="No lot was changed."
        />
        <PlainTable
          label="Figures of the level"
          columns={figureColumns(nameOf)}
          rows={entry.levels}
          keyOf={({ wid, figure }) => `${wid} ${figure}`}
          empty="No figure was changed."
        />
      </Group>
      {mayReverse &&
        REVERSIBLE.includes(entry.type) &&
        (isReversing ? (
          <Reverse entry={entry} onClose={() => setReversing(false)} />
        ) : (
          <Group>
            <Button variant="default" size="xs" onClick={() => setReversing(true)}>
              Reverse…
            </Button>
          </Group>
        ))}
    </Stack>
  )
}

const optional = (name: string, value: ReactNode): (readonly [string, ReactNode])[] =>
  value === null ? [] : [[name, value]]

const toAmendments = (amended: readonly Schemas['Amendment'][]) =>
  amended.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`).join('; ')

type NameOf = (wid: number) => string

const lotColumns = (nameOf: NameOf): readonly Column<Schemas['LotStep']>[] => [
  { title: 'Lot', cell: ({ recNo }) => <LotLink recNo={recNo} /> },
  { title: 'Split from', cell: ({ fromRecNo }) => <LotLink recNo={fromRecNo} /> },
  { title: 'Where', isWide: true, cell: ({ wid, spot, hold }) => `${nameOf(wid)} ${spot}${hold ? ', on hold' : ''}` },
  { title: 'Before', isNumber: true, cell: ({ unitsBefore }) => <Quantity of={unitsBefore} /> },
  { title: 'After', isNumber: true, cell: ({ unitsAfter }) => <Quantity of={unitsAfter} /> },
]

const figureColumns = (nameOf: NameOf): readonly Column<Schemas['LevelChange']>[] => [
  { title: 'Warehouse', isWide: true, cell: ({ wid }) => nameOf(wid) },
  { title: 'Figure', cell: ({ figure }) => levelFigures.find(({ name }) => name === figure)?.title ?? <None /> },
  { title: 'Change', isNumber: true, cell: ({ units }) => <Difference of={units} /> },
]
