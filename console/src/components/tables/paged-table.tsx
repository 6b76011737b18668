import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readCsv } from '../../api/http/csv.ts'
import { toText } from '../../fold/person-numbers.ts'
import { ErrorNote } from '../error-note.tsx'
import { Quantity } from '../figures.tsx'
import { Cells, type Column, ColumnHeader, classOf, type Sort } from './columns.tsx'
import classes from './table.module.css'
import { type PagedList, usePages } from './use-pages.ts'

export interface PagedTableProps<Row> {
  readonly label: string
  readonly list: PagedList<Row>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly empty: string
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort) => void
  /** What stands below a row that is open. */
  readonly detailOf?: (row: Row) => ReactNode
  readonly height?: string
}

/** As in table.module.css: a row that is as high as expected moves nothing when it is drawn. */
const ROW_PX = 36
/** Of a row as a card, about. */
const CARD_PX = 150
const NARROW = '(max-width: 36em)'

/** A table of any length: only the rows in sight are drawn, and only their pages are asked for. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, list, columns, keyOf, empty, sort, onSort, detailOf, height = 'calc(100dvh - 178px)' } = props
  const frame = useRef<HTMLElement>(null)
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const { totalCount, totals, whole, rowAt, error, isStale, refetch } = usePages(list, range)
  const virtual = useVirtualizer({
    count: totalCount ?? 0,
    getScrollElement: () => frame.current,
    estimateSize: () => (isNarrow ? CARD_PX : ROW_PX),
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const [first = 0, last = 0] = [items[0]?.index, items.at(-1)?.index]
  useEffect(() => setRange([first, last]), [first, last])

  const failure = error && <ErrorNote error={error} onRetry={refetch} />
  if (totalCount === undefined) return failure ?? <Skeleton height={ROW_PX * 8} aria-label="Loading" role="status" />
  if (totalCount === 0)
    return (
      <Text c="dimmed" py="lg">
        {empty}
      </Text>
    )
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      {failure}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section ref={frame} className={classes.frame} style={{ maxHeight: height }} aria-label={label} tabIndex={0}>
        <table className={classes.table} aria-label={label} aria-rowcount={totalCount + 1} aria-busy={isStale}>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <ColumnHeader key={column.title} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <Gap height={above} columns={columns.length} />
          {items.map(({ index }) => {
            const row = rowAt(index)
            const detail = row && detailOf?.(row)
            return (
              <tbody key={row ? keyOf(row) : `at ${index}`} ref={virtual.measureElement} data-index={index}>
                <tr className={classes.row} aria-rowindex={index + 2}>
                  <Cells columns={columns} row={row} />
                </tr>
                {detail && (
                  <tr>
                    <td className={classes.detail} colSpan={columns.length}>
                      {detail}
                    </td>
                  </tr>
                )}
              </tbody>
            )
          })}
          <Gap height={below} columns={columns.length} />
          {totals && <Totals of={totals} columns={columns} />}
        </table>
      </section>
      <Group gap="sm" mt={6}>
        <Text size="xs" c="dimmed" role="status">
          {toText(totalCount)} {totalCount === 1 ? 'row' : 'rows'}
        </Text>
        <SaveCsv label={label} address={whole} />
      </Group>
    </>
  )
}

interface TotalsProps {
  readonly of: Readonly<Record<string, number>>
  readonly columns: readonly Pick<Column<never>, 'title' | 'sort' | 'isNumber' | 'isWide'>[]
}

/** Sums of columns over all rows, those out of sight too. */
function Totals({ of: totals, columns: [first, ...columns] }: TotalsProps) {
  if (!first || Object.keys(totals).length === 0) return null
  return (
    <tfoot>
      <tr className={classes.row}>
        <th scope="row">Total</th>
        {columns.map((column) => {
          const total = totals[column.sort ?? '']
          return (
            <td key={column.title} className={classOf(column)} data-title={column.title}>
              {total !== undefined && <Quantity of={total} />}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}

/** Stands for the rows that are out of sight. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td className={classes.gap} colSpan={columns} style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  )
}

interface SaveCsvProps {
  /** Names the file. */
  readonly label: string
  readonly address: string
}

/** Saves the whole list, with its filters, as a file for a spreadsheet. */
function SaveCsv({ label, address }: SaveCsvProps) {
  const save = useMutation({
    mutationFn: async () => {
      const url = URL.createObjectURL(await readCsv(address))
      const link = document.createElement('a')
      link.href = url
      link.download = `${label.toLowerCase().replaceAll(' ', '-')}.csv`
      link.click()
      URL.revokeObjectURL(url)
    },
  })
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        loading={save.isPending}
        onClick={() => save.mutate()}
        aria-label={`Save as CSV: ${label}`}
      >
        Save as CSV
      </Button>
      {save.error && <ErrorNote error={save.error} />}
    </>
  )
}
