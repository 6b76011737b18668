import { createSort } from '../../records/field-sort.ts'

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
  goodUntil: 'expires',
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

/** The sort of a list of lots. */
export const lotSort = createSort({ storedAs, lookedUp })
