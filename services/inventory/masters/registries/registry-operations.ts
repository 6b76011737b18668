import { warehouseScope } from '../../../../shared/contract/core/access.ts'
import type { PageQuery } from '../../../../shared/contract/core/paging.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Registries } from './registries.ts'
import type { RegistryRecord } from './registry.model.ts'

export interface Named {
  readonly id: number
  readonly name: string
}

export interface ReasonCode {
  readonly code: number
  readonly name: string
  readonly direction: 'in' | 'out'
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

    createWarehouse: async ({ wid, name }: { wid: number; name: string }, { deadline }: CallContext) =>
      toWarehouse(await warehouses.add({ _id: wid, name }, deadline)),
    createReasonCode: async ({ code, ...entry }: ReasonCode, { deadline }: CallContext) =>
      toReasonCode(await reasonCodes.add({ _id: code, ...entry }, deadline)),
    createJob: async ({ id, name }: Named, { deadline }: CallContext) =>
      toNamed(await jobs.add({ _id: id, name }, deadline)),

    updateWarehouse: async ({ wid, ...changes }: Changes & { wid: number }, { deadline }: CallContext) =>
      toWarehouse(await warehouses.update(wid, changes, deadline)),
    updateReasonCode: async (
      { code, ...changes }: Changes & { code: number; direction?: 'in' | 'out' | undefined },
      { deadline }: CallContext,
    ) => toReasonCode(await reasonCodes.update(code, changes, deadline)),
    updateJob: async ({ id, ...changes }: Changes & { id: number }, { deadline }: CallContext) =>
      toNamed(await jobs.update(id, changes, deadline)),
  }
}

const toWarehouse = ({ _id: wID, name }: RegistryRecord) => ({ wID, name })
const toReasonCode = ({ _id: code, name, direction = 'in' }: RegistryRecord) => ({ code, name, direction })
const toNamed = ({ _id: id, name }: RegistryRecord) => ({ id, name })
