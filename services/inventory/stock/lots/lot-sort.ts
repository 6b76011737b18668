import type { PipelineStage } from 'mongoose'
import { type PageQuery, requestedSort, type SortDirection } from '../../../../shared/contract/core/paging.ts'
import { toLookUps } from '../../records/looked-up-sort.ts'

/**
 * Where each field of a lot record is stored (docs/interface.md#lot); the others are looked up by what the lot refers
 * to.
 */
const storedAs = {
  recNo: '_id',
  partNo: 'partNo',
  shortID: 'shortID',
  wID: 'wid',
  spot: 'spot',
  units: 'units',
  received: 'received',
  shipped: 'shipped',
  serial: 'serial',
  serial2: 'serial2',
  rFIDTag: 'rfidTag',
  remark: 'remark',
  hold: 'hold',
  jobID: 'jobid',
  active: 'active',
  expires: 'expires',
  fromRecNo: 'parent',
  reference: 'reference',
  line: 'line',
  supplier: 'supplier',
  price: 'price',
  netWeight: 'netWeight',
  grossWeight: 'grossWeight',
} as const

/** Fields that sort by a name kept elsewhere: the collections to look it up in, one after the other. */
const lookedUp = {
  description: [{ from: 'items', by: 'partNo', take: 'description' }],
  associate: [
    { from: 'items', by: 'partNo', take: 'dfltOwner' },
    { from: 'customers', by: 'sortKey', take: 'name' },
  ],
  warehouse: [{ from: 'warehouses', by: 'wid', take: 'name' }],
  jobName: [{ from: 'jobs', by: 'jobid', take: 'name' }],
} as const

type StoredField = keyof typeof storedAs
type LookedUpField = keyof typeof lookedUp
const sortable = [...Object.keys(storedAs), ...Object.keys(lookedUp)] as (StoredField | LookedUpField)[]

export type LotSort =
  | { readonly direction: SortDirection; readonly storedAs: string }
  | { readonly direction: SortDirection; readonly lookUp: PipelineStage.FacetPipelineStage[] }

/** The sort of a query; `byDefault` unless it names a field. */
export function lotSort(query: PageQuery, byDefault: LotSort): LotSort {
  const order = requestedSort(query, sortable)
  if (!order) return byDefault
  const { field, direction } = order
  return isLookedUp(field)
    ? { direction, lookUp: toLookUps(lookedUp[field]) }
    : { direction, storedAs: storedAs[field] }
}

const isLookedUp = (field: string): field is LookedUpField => Object.hasOwn(lookedUp, field)
