import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clients, failedRequests } from '../../api/clients.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { useSession } from '../../api/session-context.ts'
import { Loaded, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { Moment, None } from '../../components/time.tsx'

/** What was refused or failed of the requests of a client, for those who may read clients. */
export function FailedRequests() {
  const [client, setClient] = useState(useSession().clientId)
  const all = useQuery({ queryKey: ['clients', 'all'], queryFn: () => clients({}).readPage(1) })
  const found = useQuery(failedRequests({ client }))
  return (
    <Section title="Requests that failed">
      <Select
        label="Client"
        data={[...new Set([client, ...(all.data?.value ?? []).map(({ clientId }) => clientId)])]}
        value={client}
        allowDeselect={false}
        searchable
        onChange={(chosen) => chosen !== null && setClient(chosen)}
        w={{ base: '100%', xs: 260 }}
        mb="sm"
      />
      <Loaded query={found}>
        {({ value }) => (
          <PlainTable
            label="Requests that failed"
            columns={columns}
            rows={value}
            keyOf={({ at, requestId }) => `${at} ${requestId}`}
            empty="No request of this client was refused or failed in the last 7 days."
            maxHeight={420}
          />
        )}
      </Loaded>
    </Section>
  )
}

const columns: readonly Column<Schemas['FailedRequest']>[] = [
  { title: 'When', cell: ({ at }) => <Moment at={at} isToTheSecond /> },
  { title: 'Request', cell: ({ method, path }) => `${method} ${path}` },
  column.number('Status', 'status'),
  { title: 'Why', isWide: true, cell: ({ message, fields }) => [message, fields.join(', ')].filter(Boolean).join(' ') },
  { title: 'Key', cell: ({ key }) => key ?? <None /> },
  column.text('Request id', 'requestId'),
]
