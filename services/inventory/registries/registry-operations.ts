import { warehouseScope } from '../../../shared/contract/core/access.ts'
import type { PageQuery } from '../../../shared/contract/core/paging.ts'
import type { CallContext } from '../../../shared/process/call-context.ts'
import type { Registries } from './registries.ts'
import type { RegistryRecord } from './registry.model.ts'

export interface Named {
  readonly id: number
  readonly name: string
}

export interface Changes {
  readonly name?: string | undefined
}

/**
 * Operations that list, register and correct warehouses, reason codes and jobs; an entry that exists with another
 * content is 409, a number to correct that is not registered 404.
 */
export function createRegistryOperations({ warehouses, reasonCodes, jobs }: Registries) {
  return {
    listWarehouses(query: PageQuery, { caller }: CallContext) {
      const scope = warehouseScope(caller)
      return warehouses.page(query, 'wID', toWarehouse, scope === 'all' ? undefined : scope)
    },
    listReasonCodes: (query: PageQuery) => reasonCodes.page(query, 'code', toReasonCode),
    listJobs: (query: PageQuery) => jobs.page(query, 'id', toNamed),

    createWarehouse: async ({ wid, name }: { wid: number; name: string }) =>
      toWarehouse(await warehouses.add({ _id: wid, name })),
    createReasonCode: async ({ code, ...entry }: { code: number; name: string; direction: 'in' | 'out' }) =>
      toReasonCode(await reasonCodes.add({ _id: code, ...entry })),
    createJob: async ({ id, name }: Named) => toNamed(await jobs.add({ _id: id, name })),

    updateWarehouse: async ({ wid, ...changes }: Changes & { wid: number }) =>
      toWarehouse(await warehouses.update(wid, changes)),
    updateReasonCode: async ({ code, ...changes }: Changes & { code: number; direction?: 'in' | 'out' | undefined }) =>
      toReasonCode(await reasonCodes.update(code, changes)),
    updateJob: async ({ id, ...changes }: Changes & { id: number }) => toNamed(await jobs.update(id, changes)),
  }
}

const toWarehouse = ({ _id: wID, name }: RegistryRecord) => ({ wID, name })
const toReasonCode = ({ _id: code, name, direction = 'in' }: RegistryRecord) => ({ code, name, direction })
const toNamed = ({ _id: id, name }: RegistryRecord) => ({ id, name })
