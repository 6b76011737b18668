import { useQuery } from '@tanstack/react-query'
import { clients, groups } from '../../api/access/clients.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { permissionNames } from '../../api/names/permission-names.ts'
import { Icon } from '../../parts/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { type Column, column } from '../../parts/tables/columns.tsx'
import { PagedTable } from '../../parts/tables/paged-table.tsx'
import { PlainTable } from '../../parts/tables/plain-table.tsx'

/** All clients, and which group has which permission. */
export function Clients() {
  return (
    <>
      <Section title="Clients">
        <PagedTable
          label="Clients"
          list={clients({})}
          columns={clientColumns}
          keyOf={({ clientId }) => clientId}
          height="40dvh"
          empty="There is no client."
        />
      </Section>
      <Section title="Groups and their permissions">
        <Groups />
      </Section>
    </>
  )
}

function Groups() {
  return (
    <Loaded query={useQuery(groups({}))}>
      {({ value }) => (
        <PlainTable
          label="Groups and their permissions"
          columns={matrixColumns(value)}
          rows={permissionNames}
          keyOf={([id]) => id}
          empty="There is no group."
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
