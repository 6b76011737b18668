import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clients, groups } from '../../api/clients.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { permissionNames } from '../../api/permissions.ts'
import { useMay, useSession } from '../../api/session-context.ts'
import { type Step, StepPanel } from '../../components/forms/next-steps.tsx'
import { useHasDraft } from '../../components/forms/use-draft.ts'
import { Icon } from '../../components/icons.tsx'
import { Loaded, Section } from '../../components/screen.tsx'
import { type Column, column } from '../../components/tables/columns.tsx'
import { PagedTable } from '../../components/tables/paged-table.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { RowButton } from '../../components/tables/row-buttons.tsx'
import { changeOf, NEW_CLIENT, newClient, newSecretOf } from './client-steps.tsx'

/** All clients, and which group has which permission. */
export function Clients() {
  const mayRead = useMay('readClients')
  return (
    <>
      <Section title="Clients">
        <ClientsTable mayRead={mayRead} />
      </Section>
      {mayRead && (
        <Section title="Group permissions">
          <Groups />
        </Section>
      )}
    </>
  )
}

function ClientsTable({ mayRead }: { readonly mayRead: boolean }) {
  const session = useSession()
  const mayManage = useMay('manageClients')
  const hasDraft = useHasDraft()
  const [step, setStep] = useState<Step | undefined>(hasDraft(NEW_CLIENT) ? newClient(session) : undefined)
  const actions: Column<Schemas['Client']> = {
    title: 'Actions',
    cell: (client) => (
      <Group gap={6} wrap="nowrap">
        <RowButton label={`New secret for ${client.clientId}`} onClick={() => setStep(newSecretOf(client))}>
          New secret
        </RowButton>
        {client.clientId !== session.clientId && (
          <RowButton label={`Edit ${client.clientId}`} onClick={() => setStep(changeOf(client))}>
            Edit
          </RowButton>
        )}
      </Group>
    ),
  }
  return (
    <>
      {step && <StepPanel key={step.what} step={step} onClose={() => setStep(undefined)} />}
      {mayManage && !step && (
        <Button variant="default" w="fit-content" onClick={() => setStep(newClient(session))}>
          New client
        </Button>
      )}
      {mayRead && (
        <PagedTable
          label="Clients"
          list={clients({})}
          columns={mayManage ? [...clientColumns, actions] : clientColumns}
          keyOf={({ clientId }) => clientId}
          height="40dvh"
          empty="No clients"
        />
      )}
    </>
  )
}

function Groups() {
  return (
    <Loaded query={useQuery(groups({}))}>
      {({ value }) => (
        <PlainTable
          label="Group permissions"
          columns={matrixColumns(value)}
          rows={permissionNames}
          keyOf={([id]) => id}
          empty="No groups"
          maxHeight={560}
        />
      )}
    </Loaded>
  )
}

const clientColumns: readonly Column<Schemas['Client']>[] = [
  column.wide('Client', 'clientId'),
  column.text('Group', 'group'),
  { title: 'Warehouses', cell: ({ warehouses }) => warehousesOf(warehouses) },
  { title: 'Writes', cell: ({ readOnly }) => (readOnly ? 'Read-only' : 'Yes') },
  { title: 'State', cell: ({ active }) => (active ? 'Active' : 'Disabled') },
]

const warehousesOf = (warehouses: Schemas['Client']['warehouses']): string => {
  if (warehouses === 'all') return 'All'
  return warehouses.length === 0 ? 'None' : warehouses.join(', ')
}

const matrixColumns = (all: readonly Schemas['Group'][]): readonly Column<readonly [number, string]>[] => [
  { title: 'SecurityID', isNumber: true, cell: ([id]) => id },
  { title: 'Permission', isWide: true, cell: ([, name]) => name },
  ...all.map(({ name, permissions }) => ({
    title: name,
    cell: ([id]: readonly [number, string]) => (permissions.includes(id) ? <Granted /> : 'No'),
  })),
]

export function Granted() {
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center', color: 'var(--ink-good)' }}>
      <Icon of="check" size={14} /> Yes
    </span>
  )
}
