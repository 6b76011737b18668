import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isDayName } from '../../../../shared/day.ts'
import { allRows, type Report, type ReportQuery, VALUATION } from '../../api/reports.ts'
import { Bars } from '../../components/bars.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { toTurnoverClasses } from '../../fold/turnover-classes.ts'
import { StockValue } from './stock-value.tsx'

interface ChartProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly totals: Readonly<Record<string, number>>
}

/** What stands above the rows of a report, by its id, where a chart says more than they do. */
export const charts: Readonly<Record<number, (props: ChartProps) => ReactNode>> = {
  [VALUATION]: ({ query: { method: _, asOf, ...query } }) => <StockValue query={{ ...query, to: dayOf(asOf) }} />,
  1002: (props) => <ValueBars title="Value by age" {...props} />,
  1004: (props) => <ValueBars title="Value by expiry date" {...props} />,
  1005: TurnoverByClass,
}

/** The last day of the chart; undefined for a moment, of which the zone's day is not known here. */
const dayOf = (asOf: unknown) => (isDayName(String(asOf)) ? asOf : undefined)

/** The totals of the columns that are values, named by what they mean. */
function ValueBars({ title, report: { columns }, totals }: ChartProps & { readonly title: string }) {
  const bars = columns
    .filter(({ kind, name }) => kind === 'money' && name in totals)
    .map(({ name, description }) => ({ title: description.split(',', 1)[0] ?? name, value: totals[name] ?? 0 }))
  if (bars.length === 0) return null
  return (
    <Section title={title}>
      <Bars heads={['Stock', 'Value']} bars={bars} />
    </Section>
  )
}

function TurnoverByClass({ report: { reportID }, query }: ChartProps) {
  return (
    <Section title="Classes">
      <Loaded query={useQuery(allRows(reportID, query))} height={160}>
        {(rows) => {
          const classes = toTurnoverClasses(rows)
          return (
            <>
              <Bars
                heads={['Up to class', 'Cumulative % of issued cost']}
                bars={classes.map(({ title, share }) => ({ title, value: share }))}
              />
              <Bars
                heads={['Class', 'Turnover']}
                bars={classes.map(({ title, turnover }) => ({ title, value: turnover }))}
              />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
