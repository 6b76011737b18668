import { useMemo } from 'react'
import type { FigureSample } from '../../api/figures.ts'
import { Section } from '../../components/screen.tsx'
import type { Column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { Moment, None } from '../../components/time.tsx'
import { BehindChart, TimeChart } from '../../components/time-chart.tsx'
import type { HealthChart } from '../../fold/health-charts.ts'
import { toText } from '../../fold/person-numbers.ts'

interface FigureChartProps {
  readonly chart: HealthChart
  readonly samples: readonly FigureSample[]
}

/** A chart of the samples, with the latest in words and all of them in a table. */
export function FigureChart({ chart, samples }: FigureChartProps) {
  const { title, unit, lines } = chart
  const times = useMemo(() => samples.map(({ at }) => at / 1_000), [samples])
  const drawn = useMemo(() => lines.map(({ label, of }) => ({ label, values: samples.map(of) })), [lines, samples])
  const newestFirst = useMemo(() => samples.toReversed(), [samples])
  return (
    <Section title={title}>
      <TimeChart label={`${title} (${unit})`} axis={unit} times={times} lines={drawn} height={200} />
      <BehindChart>
        <PlainTable
          label={`${title} (${unit})`}
          columns={[whenColumn, ...lines.map(toColumn)]}
          rows={newestFirst}
          keyOf={({ at }) => at}
          empty="No figure."
          maxHeight={260}
        />
      </BehindChart>
    </Section>
  )
}

const whenColumn: Column<FigureSample> = {
  title: 'When',
  isWide: true,
  cell: ({ at }) => <Moment at={new Date(at).toISOString()} isToTheSecond />,
}

const toColumn = ({ label, of }: HealthChart['lines'][number]): Column<FigureSample> => ({
  title: label,
  isNumber: true,
  cell: (sample) => <Amount of={of(sample)} />,
})

function Amount({ of: value }: { readonly of: number | null }) {
  return value === null ? <None /> : <span className="num">{toText(value)}</span>
}
