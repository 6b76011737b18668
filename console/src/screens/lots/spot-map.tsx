import { Button, Group, Text, useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import { Loaded } from '../../components/screen.tsx'
import { type PagedList, useFirstPages } from '../../components/tables/use-pages.ts'
import { toText } from '../../fold/person-numbers.ts'
import { toSpotGrid } from '../../fold/spot-grid.ts'
import classes from './spot-map.module.css'

const STEPS = 4

/** A heat map: how many lots are at each spot. It is a table: the colours repeat what the numbers say. */
export function SpotMap({ list, empty }: { readonly list: PagedList<Schemas['Lot']>; readonly empty: string }) {
  const pages = useFirstPages('lots of the map', list)
  const lots = useMemo(() => pages.data?.pages.flatMap(({ value }) => value) ?? [], [pages.data])
  return (
    <Loaded query={pages} height={300}>
      {({ pages: [first] }) => (
        <>
          <Grid lots={lots} totalCount={first?.totalCount ?? 0} empty={empty} />
          {pages.hasNextPage && (
            <Button
              variant="default"
              w="fit-content"
              loading={pages.isFetching}
              onClick={() => void pages.fetchNextPage()}
            >
              Load more lots
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

interface GridProps {
  readonly lots: readonly Schemas['Lot'][]
  readonly totalCount: number
  readonly empty: string
}

function Grid({ lots, totalCount, empty }: GridProps) {
  const { aisles, columns, countAt, most } = useMemo(() => toSpotGrid(lots), [lots])
  const isDark = useComputedColorScheme('light') === 'dark'
  const heat = (step: number) => classes[`heat${isDark && step > 0 ? STEPS + 1 - step : step}`]
  if (lots.length === 0) return <Text c="dimmed">{empty}</Text>
  const stepOf = (count: number) => (count === 0 ? 0 : Math.ceil((count / most) * STEPS))
  const legend = Array.from({ length: STEPS }, (_, at) => {
    const [from, to] = [Math.floor((most * at) / STEPS) + 1, Math.floor((most * (at + 1)) / STEPS)]
    return { step: at + 1, from, to }
  }).filter(({ from, to }) => from <= to)
  return (
    <>
      <Group gap={4} role="group" aria-label="Legend">
        <Text size="sm">Lots at a spot:</Text>
        {legend.map(({ step, from, to }) => (
          <span key={step} className={`${classes.swatch} ${heat(step)}`}>
            {from === to ? from : `${from}–${to}`}
          </span>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        Rows: warehouse and aisle. Columns: position in the aisle.
        {totalCount > lots.length && ` Showing the ${toText(lots.length)} most recent of ${toText(totalCount)} lots.`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={classes.frame} aria-label="Heat map of spots" tabIndex={0}>
        <table className={classes.map} aria-label="Lots at each spot">
          <thead>
            <tr>
              <th scope="col">Aisle</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {aisles.map((aisle) => (
              <tr key={aisle}>
                <th scope="row">{aisle}</th>
                {columns.map((column) => {
                  const count = countAt(aisle, column)
                  return (
                    <td key={column} className={heat(stepOf(count))}>
                      {count || ''}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
