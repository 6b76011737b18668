interface PermissionFacts {
  /** SecurityID. */
  readonly id: number
  readonly name: string
  readonly description: string
  /** It is for writing: the console shows a read-only account nothing of it. */
  readonly writes?: true
}

/**
 * Every permission: its SecurityID, its name, and what it allows (docs/interface.md#permissions). 11 to 116 are those of the
 * specification, 199 to 370 are extensions; ids from 9001 on are ours (docs/decisions/documents.md#46).
 */
export const permissionTable = {
  itemMasterList: {
    id: 11,
    name: 'Item Master List',
    description: 'Read items, lots, stock levels, the ledger, registries and the change feed',
  },
  locateMoveUnits: { id: 15, name: 'Locate/Move Units', description: 'Move stock', writes: true },
  negativeAdjustment: {
    id: 88,
    name: 'Negative Adjustment',
    description: 'Issue stock, hold and release lots, reverse receipts',
    writes: true,
  },
  positiveAdjustment: {
    id: 95,
    name: 'Positive Adjustment',
    description: 'Receive stock, reverse issues',
    writes: true,
  },
  modifyItemMaster: {
    id: 116,
    name: 'Create/Modify Item Master Record',
    description: 'Create, change and discontinue items and their aliases; name categories; set when they are reordered',
    writes: true,
  },
  amendLots: {
    id: 199,
    name: 'Amend Lots',
    description: 'Amend price, expiry, receipt date, remark and job of lots',
    writes: true,
  },
  aliasView: { id: 294, name: 'Alias View', description: 'Read the aliases of items' },
  shipTransits: {
    id: 303,
    name: 'Ship Transits',
    description: 'Ship stock to another warehouse, return and cancel transits',
    writes: true,
  },
  receiveTransits: {
    id: 305,
    name: 'Receive Transits',
    description: 'Receive transits and close them',
    writes: true,
  },
  webhooks: { id: 370, name: 'Webhooks', description: "Manage the client's own webhooks" },
  readPurchaseOrders: {
    id: 9001,
    name: 'Read Purchase Orders',
    description: 'Read purchase orders and their receipts',
  },
  writePurchaseOrders: {
    id: 9002,
    name: 'Create/Modify Purchase Orders',
    description: 'Create, change, finalize and cancel purchase orders',
    writes: true,
  },
  readShippingOrders: { id: 9003, name: 'Read Shipping Orders', description: 'Read shipping orders and their lines' },
  writeShippingOrders: {
    id: 9004,
    name: 'Create/Modify Shipping Orders',
    description: 'Create, change, allocate, pack, ship and cancel shipping orders',
    writes: true,
  },
  readWorkOrders: { id: 9005, name: 'Read Work Orders', description: 'Read work orders' },
  writeWorkOrders: {
    id: 9006,
    name: 'Create/Modify Work Orders',
    description: 'Create, change, start and close work orders',
    writes: true,
  },
  readParties: { id: 9007, name: 'Read Customers and Vendors', description: 'Read customers and vendors' },
  writeParties: {
    id: 9008,
    name: 'Create/Modify Customers and Vendors',
    description: 'Create, change and discontinue customers and vendors',
    writes: true,
  },
  readReservations: { id: 9009, name: 'Read Reservations', description: 'Read reservations' },
  writeReservations: {
    id: 9010,
    name: 'Create/Modify Reservations',
    description: 'Create, change and release reservations',
    writes: true,
  },
  countStock: { id: 9011, name: 'Count Stock', description: 'Count stock, and submit what was counted', writes: true },
  approveCounts: {
    id: 9012,
    name: 'Approve Counts',
    description: 'See the figures of blind counts; have lines recounted, approve, post and cancel counts',
    writes: true,
  },
  readSystemFigures: {
    id: 9013,
    name: 'Read System Figures',
    description: 'Read how busy the system is, and what waits',
  },
  readClients: {
    id: 9014,
    name: 'Read Clients and Groups',
    description: 'Read all clients and groups, and what they may do; never secrets',
  },
  allReports: {
    id: 9015,
    name: 'All Reports',
    description: 'Run every report, also those that the group does not name',
  },
  manageClients: {
    id: 9016,
    name: 'Manage Clients',
    description: 'Create clients, change them and replace their secrets, within the own rights',
    writes: true,
  },
} as const satisfies Readonly<Record<string, PermissionFacts>>

export type PermissionKey = keyof typeof permissionTable
export type Permission = (typeof permissionTable)[PermissionKey]['id']

const entries = Object.entries(permissionTable)

/** SecurityIDs by the key of the permission. */
export const permissions = Object.fromEntries(entries.map(([key, { id }]) => [key, id])) as {
  // Object.fromEntries loses which id belongs to which key.
  readonly [K in PermissionKey]: (typeof permissionTable)[K]['id']
}

/** Whether a permission is for writing, by its key. */
export const isForWriting = (key: PermissionKey): boolean => 'writes' in permissionTable[key]

/** Name of a permission; undefined for a SecurityID that is not in the table. */
export function permissionName(securityId: number): string | undefined {
  return entries.find(([, { id }]) => id === securityId)?.[1].name
}

const normalized = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * SecurityID of a permission by its key or name, in any case and with any separators: `item-master-list`, `Locate/Move
 * Units`.
 */
export function permissionId(name: string): Permission | undefined {
  const wanted = normalized(name)
  return entries.find(([key, entry]) => [key, entry.name].map(normalized).includes(wanted))?.[1].id
}
