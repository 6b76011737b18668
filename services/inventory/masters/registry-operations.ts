import { warehouseScope } from '../../../shared/contract/core/access.ts'
import type { Input } from '../../../shared/contract/core/operation.ts'
import type { PageQuery } from '../../../shared/contract/core/paging.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { Registries } from './registries.ts'
import type { RegistryRecord } from './registry.model.ts'

type InputOf<Name extends keyof typeof inventory> = Input<(typeof inventory)[Name]>

/**
 * Operations that list, register and correct warehouses, reason codes and jobs; an entry that exists with another
 * content is 409, a number to correct that is not registered 404.
 */
export function createRegistryOperations(
  { warehouses, reasonCodes, jobs, timeZone: ofInstallation }: Registries,
  /** Lots there expire by the days of the zone from now on. */
  onZone: (wid: number, timeZone: string) => Promise<void>,
) {
  const toWarehouse = ({ _id: wID, name, timeZone = ofInstallation }: RegistryRecord) => ({ wID, name, timeZone })
  return {
    listWarehouses(query: PageQuery, { caller }: CallContext) {
      const scope = warehouseScope(caller)
      return warehouses.page(query, 'wID', toWarehouse, scope === 'all' ? undefined : scope)
    },
    listReasonCodes: (query: PageQuery) => reasonCodes.page(query, 'code', toReasonCode),
    listJobs: (query: PageQuery) => jobs.page(query, 'id', toNamed),

    createWarehouse: async ({ wid, name, timeZone }: InputOf<'createWarehouse'>, { deadline }: CallContext) => {
      const entry = { _id: wid, name, ...(timeZone && { timeZone }), expiryZone: timeZone || ofInstallation }
      return toWarehouse(await warehouses.add(entry, deadline))
    },
    createReasonCode: async ({ code, forHolds, ...entry }: InputOf<'createReasonCode'>, { deadline }: CallContext) =>
      toReasonCode(
        await reasonCodes.add({ _id: code, ...entry, ...(forHolds !== undefined && { forHolds }) }, deadline),
      ),
    createJob: async ({ id, name }: InputOf<'createJob'>, { deadline }: CallContext) =>
      toNamed(await jobs.add({ _id: id, name }, deadline)),

    async updateWarehouse({ wid, ...changes }: InputOf<'updateWarehouse'>, { deadline }: CallContext) {
      const warehouse = toWarehouse(await warehouses.update(wid, changes, deadline))
      if (changes.timeZone !== undefined) await onZone(wid, warehouse.timeZone)
      return warehouse
    },
    updateReasonCode: async ({ code, ...changes }: InputOf<'updateReasonCode'>, { deadline }: CallContext) =>
      toReasonCode(await reasonCodes.update(code, changes, deadline)),
    updateJob: async ({ id, ...changes }: InputOf<'updateJob'>, { deadline }: CallContext) =>
      toNamed(await jobs.update(id, changes, deadline)),
  }
}

const toReasonCode = ({ _id: code, name, direction = 'in', forHolds }: RegistryRecord) => ({
  code,
  name,
  direction,
  ...(forHolds && { forHolds: true as const }),
})
const toNamed = ({ _id: id, name }: RegistryRecord) => ({ id, name })
