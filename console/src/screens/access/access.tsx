import { Select, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clients, failedRequests } from '../../api/clients.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { permissionNames } from '../../api/permissions.ts'
import { useWarehouses } from '../../api/registries.ts'
import { useMay, useSession } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { Loaded, Screen, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable, plainTable } from '../../components/tables/plain-table.tsx'
import { Moment, None } from '../../components/time.tsx'
import { Clients, Granted } from './clients.tsx'
import { Webhooks } from './webhooks.tsx'

/** What the client that is signed in may do and see, its webhooks, and, with the permission, all clients and groups. */
export function Access() {
  const session = useSession()
  const mayWebhooks = useMay('webhooks')
  const reads = useMay('itemMasterList')
  const readsClients = useMay('readClients')
  const managesClients = useMay('manageClients')
  return (
    <Screen title="Access">
      <DescriptionList
        of={[
          ['Client', session.clientId],
          ['Signed in as', session.isVerified === false ? `${session.actor} (not verified)` : session.actor],
          ['Writes', session.readOnly ? 'No (read-only account)' : 'Yes, within its permissions'],
          ['Session ends', <Moment key="ends" at={session.expires} />],
        ]}
      />
      {mayWebhooks && <Webhooks />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title="Permissions">
          <PlainTable
            label="Permissions"
            columns={permissionColumns(session.permissions)}
            rows={permissionNames}
            keyOf={([id]) => id}
            empty="No permissions"
          />
        </Section>
        {reads && <Warehouses />}
      </SimpleGrid>
      {readsClients && <FailedRequests />}
      {(readsClients || managesClients) && <Clients />}
    </Screen>
  )
}

function Warehouses() {
  return (
    <Section title="Warehouses">
      <WarehousesTable rows={useWarehouses()} />
    </Section>
  )
}

const permissionColumns = (granted: readonly number[]): readonly Column<readonly [number, string]>[] => [
  { title: 'SecurityID', isNumber: true, cell: ([id]) => id },
  { title: 'Name', isWide: true, cell: ([, name]) => name },
  { title: 'Granted', cell: ([id]) => (granted.includes(id) ? <Granted /> : 'No') },
]

const WarehousesTable = plainTable<Pick<Schemas['Warehouse'], 'wID' | 'name'>>(
  'Warehouses',
  'No warehouses',
  ({ wID }) => wID,
  [column.number('Number', 'wID'), column.wide('Name', 'name')],
)

/** What was refused or failed of the requests of a client, for those who may read clients. */
function FailedRequests() {
  const [client, setClient] = useState(useSession().clientId)
  const all = useQuery({ queryKey: ['clients', 'all'], queryFn: () => clients({}).readPage(1) })
  const found = useQuery(failedRequests({ client }))
  return (
    <Section title="Failed requests">
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
            label="Failed requests"
            columns={failedColumns}
            rows={value}
            keyOf={({ at, requestId }) => `${at} ${requestId}`}
            empty="No failed requests in the last 7 days"
            maxHeight={420}
          />
        )}
      </Loaded>
    </Section>
  )
}

const failedColumns: readonly Column<Schemas['FailedRequest']>[] = [
  { title: 'When', cell: ({ at }) => <Moment at={at} isToTheSecond /> },
  { title: 'Request', cell: ({ method, path }) => `${method} ${path}` },
  column.number('Status', 'status'),
  { title: 'Why', isWide: true, cell: ({ message, fields }) => [message, fields.join(', ')].filter(Boolean).join(' ') },
  { title: 'Idempotency key', cell: ({ key }) => key ?? <None /> },
  column.text('Request id', 'requestId'),
]
