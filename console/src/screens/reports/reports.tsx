import { useQuery } from '@tanstack/react-query'
import { type Report, reports } from '../../api/reports.ts'
import { RouteAnchor } from '../../components/links.tsx'
import { Loaded, Screen } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import { plainTable } from '../../components/tables/plain-table.tsx'

const Table = plainTable<Report>('Reports', "This client's group may run no report.", ({ reportID }) => reportID, [
  {
    title: 'Report',
    cell: ({ reportID, reportName }) => (
      <RouteAnchor to="/reports/$reportID" params={{ reportID }} size="sm">
        {reportName}
      </RouteAnchor>
    ),
  },
  column.description('What it shows', 'summary'),
])

/** The reports that the client may run. */
export function Reports() {
  return (
    <Screen title="Reports">
      <Loaded query={useQuery(reports({}))}>{({ value }) => <Table rows={value} />}</Loaded>
    </Screen>
  )
}
