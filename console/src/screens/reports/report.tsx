import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { InventoryError } from '../../api/http/client.ts'
import { type Report, reportList, reports } from '../../api/reports.ts'
import { SavedViews } from '../../components/lists/saved-views.tsx'
import { Loaded, Screen } from '../../components/screen.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { useFirstPage } from '../../components/tables/use-pages.ts'
import { charts } from './charts.tsx'
import { Parameters } from './parameters.tsx'
import { toColumns } from './report-columns.tsx'

const route = getRouteApi('/reports/$reportID')

/** A report, as the service lists it. */
export function ReportScreen() {
  const { reportID } = route.useParams()
  return (
    <Loaded query={useQuery(reports({}))}>
      {({ value }) => {
        const report = value.find((one) => one.reportID === reportID)
        if (report) return <Rows key={reportID} report={report} />
        return <Screen title="Reports">This client's group may not run this report.</Screen>
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
        {summary}.{data && ` Days are those of the time zone ${data.timeZone}.`}
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
        empty="The report has no row."
        height="60dvh"
      />
    </Screen>
  )
}
