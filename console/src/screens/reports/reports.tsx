import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dayPart } from '../../../../shared/day.ts'
import { InventoryError } from '../../api/http/client.ts'
import { type Report, type ReportRow, reportList, reports } from '../../api/reports.ts'
import { Quantity } from '../../components/figures.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { SavedViews } from '../../components/lists/saved-views.tsx'
import { WarehouseName } from '../../components/names.tsx'
import { ItemLink, LotLink } from '../../components/record-links.tsx'
import { Loaded, Screen } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'
import { useFirstPage } from '../../components/tables/use-pages.ts'
import { None } from '../../components/time.tsx'
import { titleOf } from '../../fold/title-of.ts'
import { charts } from './charts.tsx'
import { Parameters } from './parameters.tsx'

const Table = plainTable<Report>('Reports', 'Your group can’t run any reports', ({ reportID }) => reportID, [
  {
    title: 'Report',
    cell: ({ reportID, reportName }) => (
      <RouteAnchor to="/reports/$reportID" params={{ reportID }} size="sm">
        {reportName}
      </RouteAnchor>
    ),
  },
  column.description('Description', 'summary'),
])

/** The reports that the client may run. */
export function Reports() {
  return (
    <Screen title="Reports">
      <Loaded query={useQuery(reports({}))}>{({ value }) => <Table rows={value} />}</Loaded>
    </Screen>
  )
}

const route = getRouteApi('/reports/$reportID')

/** A report, as the service lists it. */
export function ReportScreen() {
  const { reportID } = route.useParams()
  return (
    <Loaded query={useQuery(reports({}))}>
      {({ value }) => {
        const report = value.find((one) => one.reportID === reportID)
        if (report) return <Rows key={reportID} report={report} />
        return <Screen title="Reports">Your group can’t run this report.</Screen>
      }}
    </Loaded>
  )
}

function Rows({ report }: { readonly report: Report }) {
  const { reportID, reportName, summary, parameters, columns } = report
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { sort, direction, ...given } = search
  const list = reportList(reportID, search)
  const { data, error } = useFirstPage(list)
  const Chart = charts[reportID]
  const details = error instanceof InventoryError ? error.details : undefined
  return (
    <Screen title={reportName} aside={<SavedViews />}>
      <Text size="sm" c="dimmed">
        {summary}.{data && ` Dates are in the time zone ${data.timeZone}.`}
      </Text>
      <Parameters
        key={JSON.stringify(given)}
        of={parameters}
        given={given}
        errors={details ?? {}}
        timeZone={data?.timeZone}
        onRun={(chosen) => void navigate({ search: { ...chosen, sort, direction } })}
      />
      {Chart && data && !error && <Chart report={report} query={given} totals={data.totals ?? {}} />}
      <PagedTable
        label={reportName}
        list={list}
        columns={toColumns(columns)}
        keyOf={(row) => JSON.stringify(row)}
        {...(sort !== undefined && {
          sort: { field: String(sort), direction: direction === 'DESC' ? direction : 'ASC' },
        })}
        onSort={({ field, direction: next }) => void navigate({ search: { ...search, sort: field, direction: next } })}
        empty="No rows"
        height="60dvh"
      />
    </Screen>
  )
}

/** Fields that name records which the console shows. */
const LINKS: Readonly<Record<string, (value: string | number) => ReactNode>> = {
  shortID: (value) => <ItemLink shortID={String(value)} />,
  recNo: (value) => <LotLink recNo={Number(value)} />,
  wid: (value) => <WarehouseName of={Number(value)} />,
}

/** The columns of a report; an item is named by its ShortID. */
const toColumns = (columns: Report['columns']): readonly Column<ReportRow>[] =>
  columns
    .filter(({ name }) => name !== 'partNo' || !columns.some((other) => other.name === 'shortID'))
    .map(({ name, kind, description }) => ({
      title: titleOf(name),
      hint: description,
      sort: name,
      isNumber: kind !== 'day' && kind !== 'text' && !(name in LINKS),
      cell: (row) => {
        const value = row[name]
        if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
          return LINKS[name]?.(value) ?? show(value, kind)
        return <None />
      },
    }))

const show = (value: string | number, kind: Report['columns'][number]['kind']) =>
  typeof value === 'number' ? <Quantity of={value} /> : kind === 'day' ? dayPart(value) : value
