import { SimpleGrid } from '@mantine/core'
import type { Schemas } from '../../api/http/contract.ts'
import { permissionNames } from '../../api/permissions.ts'
import { useWarehouses } from '../../api/registries.ts'
import { useMay, useSession } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { Screen, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PlainTable, plainTable } from '../../components/tables/plain-table.tsx'
import { Moment } from '../../components/time.tsx'
import { Clients, Granted } from './clients.tsx'
import { FailedRequests } from './failed-requests.tsx'
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
          ['Writes', session.readOnly ? 'No: the account is read-only' : 'Yes, within its permissions'],
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
            empty="None."
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
  'This client sees no warehouse.',
  ({ wID }) => wID,
  [column.number('Number', 'wID'), column.wide('Name', 'name')],
)
