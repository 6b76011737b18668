interface FamilyNames {
  /** Name of a document in messages: `There is no purchase order PO-1.` */
  readonly kind: string
  /** Name of a document in messages about one of its lines: `must name a line of the order.` */
  readonly whole: string
  /** The field that holds the number of a document, and what numbers begin with that the service assigns. */
  readonly numberField: string
  readonly prefix: string
  /** The first segment of its paths, and what the OpenAPI document says of them. */
  readonly path: string
  readonly about: string
  /** The noun of the operator's commands, and what the help says of it. */
  readonly command: string
  readonly help: string
  /** The permission that shows the documents, another one that also does, and the permission that changes them. */
  readonly reads: readonly [first: string, other?: string]
  readonly writes: string
  /** Whether its lines bring units to the stock or need some of it, at a date (docs/orders.md#available-to-promise). */
  readonly units?: 'brought' | 'needed'
  /** What the feed and the reports call the family; absent if reports do not follow its lines. */
  readonly reportedAs?: string
}

/**
 * The families of numbered documents. A key names a family in search, in the feed (`workOrder.created`), in available to
 * promise, in counters and in the console.
 */
export const families = {
  purchaseOrder: {
    kind: 'purchase order',
    whole: 'order',
    numberField: 'poNo',
    prefix: 'PO',
    path: 'PurchaseOrder',
    about: 'Orders to vendors, and what was received of them',
    command: 'order',
    help: 'Purchase orders, and order lines of other systems',
    reads: ['readPurchaseOrders'],
    writes: 'writePurchaseOrders',
    units: 'brought',
    reportedAs: 'purchase',
  },
  shippingOrder: {
    kind: 'shipping order',
    whole: 'order',
    numberField: 'soNo',
    prefix: 'SO',
    path: 'ShippingOrder',
    about: 'Orders of customers: allocated, packed and shipped',
    command: 'shipping',
    help: 'Shipping orders',
    reads: ['readShippingOrders'],
    writes: 'writeShippingOrders',
    units: 'needed',
    reportedAs: 'shipping',
  },
  workOrder: {
    kind: 'work order',
    whole: 'order',
    numberField: 'woNo',
    prefix: 'WO',
    path: 'WorkOrder',
    about: 'Orders to make something, and which components were issued to them',
    command: 'work',
    help: 'Work orders',
    reads: ['readWorkOrders'],
    writes: 'writeWorkOrders',
    units: 'needed',
  },
  transit: {
    kind: 'transit',
    whole: 'transit',
    numberField: 'slip',
    prefix: 'TR',
    path: 'Transit',
    about: 'Stock on its way between warehouses: shipped, received, returned and written off',
    command: 'transit',
    help: 'Stock on its way between warehouses',
    reads: ['itemMasterList'],
    writes: 'shipTransits',
    units: 'brought',
  },
  count: {
    kind: 'count',
    whole: 'count',
    numberField: 'countNo',
    prefix: 'CC',
    path: 'Count',
    about: 'Counts of stock: counted blind, approved, and posted as differences',
    command: 'count',
    help: 'Counts of stock',
    reads: ['countStock', 'approveCounts'],
    writes: 'approveCounts',
  },
} as const satisfies Readonly<Record<string, FamilyNames>>

export type FamilyKey = keyof typeof families

// Object.keys loses which keys these are.
export const familyKeys = Object.keys(families) as readonly FamilyKey[]

/** All names of a family, and its key. */
export const namesOf = <K extends FamilyKey>(key: K) => ({ key, ...families[key] })

/** The families whose lines bring units or need them. */
export type AtpKey = { [K in FamilyKey]: (typeof families)[K] extends { units: string } ? K : never }[FamilyKey]
export const isAtpKey = (key: FamilyKey): key is AtpKey => 'units' in families[key]
export const atpKeys = familyKeys.filter(isAtpKey)

/** The families whose lines reports follow, as reports call them. */
type NameInReports<F> = F extends { readonly reportedAs: infer N } ? N : never
export type ReportedFamily = NameInReports<(typeof families)[FamilyKey]>
export const reportedFamilies: readonly ReportedFamily[] = Object.values(families).flatMap((family) =>
  'reportedAs' in family ? [family.reportedAs] : [],
)
