import { permissions } from '../../../shared/contract/core/access.ts'
import type { ClientName, DataSet } from '../data-set.ts'
import type { RunningCheckout } from './checkout.ts'
import type { Door } from './door.ts'

type Ctl = RunningCheckout['ctl']

/** What only the operator creates: warehouses, reason codes, jobs, and the owners of items that are not customers. */
export async function recordRegistries(ctl: Ctl): Promise<void> {
  const create = (noun: string, flags: Readonly<Record<string, string | number>>) =>
    ctl(noun, 'create', ...Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, String(value)]))
  await Promise.all([
    ...['Main', 'East'].map((name, index) => create('warehouse', { wid: index + 1, name })),
    ...[10, 12].map((code) => create('reason', { code, direction: 'in', name: `In ${code}` })),
    ...[20, 23].map((code) => create('reason', { code, direction: 'out', name: `Out ${code}` })),
    create('job', { id: 5, name: 'Renovation' }),
  ])
}

/** Owners of items, in versions that had no customers. */
export async function recordAssociates(ctl: Ctl): Promise<void> {
  await ctl('associate', 'create', '--id', '7', '--name', 'Hanse Trading')
  await ctl('associate', 'create', '--id', '8', '--name', 'Bolt Company')
}

/** Lines of another system's orders: one that is received, one that is issued, two that stay. */
export async function recordForeignOrders(ctl: Ctl): Promise<void> {
  const put = (kind: string, reference: string, item: string, units: number) =>
    ctl(
      'order',
      'put',
      '--kind',
      kind,
      '--reference',
      reference,
      '--line',
      '1',
      '--item-id',
      item,
      '--wid',
      '1',
      '--units',
      `${units}`,
    )
  await Promise.all([
    put('onOrder', 'PO-EXT-1', 'BOLT', 40),
    put('committed', 'SO-EXT-1', 'BOLT', 10),
    put('aSN', 'ASN-EXT-1', 'NUT', 4),
    put('packed', 'SO-EXT-2', 'NUT', 3),
  ])
}

/** Two clients with every permission of the version, one that reads, and one that is disabled. */
export async function recordClients(ctl: Ctl): Promise<DataSet['clients']> {
  const known = await ctl('permission', 'list').catch(() => Object.values(permissions).map((id) => ({ id })))
  // A table as JSON is an array of objects.
  const ids = (known as readonly Readonly<Record<string, unknown>>[]).map(({ id }) => id)
  await ctl('group', 'create', '--name', 'all', '--permissions', ids.join(','))
  await ctl('group', 'create', '--name', 'readers', '--permissions', '11')
  const create = async (clientId: string, group: string, ...more: string[]) => {
    const made = await ctl('client', 'create', '--client-id', clientId, '--group', group, ...more)
    // The answer of the operation createClient, which has not changed since the first version.
    return made as DataSet['clients'][ClientName]
  }
  const clients = {
    first: await create('first', 'all', '--warehouses', 'all'),
    second: await create('second', 'all', '--warehouses', 'all'),
  }
  await create('reader', 'readers', '--warehouses', '1', '--read-only')
  await create('former', 'readers', '--warehouses', '1,2')
  await ctl('client', 'disable', '--client-id', 'former')
  await ctl('client', 'rotate-secret', '--client-id', 'reader')
  await ctl('key', 'rotate')
  return clients
}

/** A client that another client makes, changes and gives another secret. */
export async function recordManagedClients({ send }: Door): Promise<void> {
  await send('POST /Client', { clientId: 'shop', permissions: [11, 9003], reports: [15], warehouses: [1] })
  await send('PUT /Client/{clientId}', { permissions: [11], readOnly: true }, { clientId: 'shop' })
  await send('POST /Client/{clientId}/Secret', undefined, { clientId: 'shop' })
}
