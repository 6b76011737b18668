interface Screen {
  readonly path: string
  readonly title: string
  /** A text that only its data can show; the demo's. */
  readonly shown: string
  /** What a list says when nothing is in it. */
  readonly empty?: string
  /** The screen is there for writes alone. */
  readonly isWrite?: boolean
}

/** The console's screens, with the demo data. */
export const screens: readonly Screen[] = [
  { path: '/', title: 'Today', shown: 'Purchase orders past their date' },
  { path: '/stock', title: 'Stock', shown: 'BOLT-M6-30', empty: 'No stock yet.' },
  { path: '/stock?search=M6', title: 'Stock', shown: 'NUT-M6', empty: 'No results for “M6”' },
  { path: '/items', title: 'Items', shown: 'BOLT-M6-30' },
  { path: '/items?search=M6&status=Active', title: 'Items', shown: 'NUT-M6' },
  { path: '/items/BOLT-M6-30', title: 'BOLT-M6-30', shown: 'Available to promise' },
  { path: '/new-item', title: 'New item', shown: 'Required: ', isWrite: true },
  { path: '/lots', title: 'Lots', shown: 'COUNT-B', empty: 'No lots in stock' },
  { path: '/lots?view=map', title: 'Lots', shown: 'Lots at a spot:', empty: 'No lots in stock' },
  { path: '/lots/1', title: 'Lot 1', shown: 'Received' },
  { path: '/expiry', title: 'Expiry', shown: 'GLUE-CA-20', empty: 'No lots in stock have an expiry date' },
  { path: '/ledger?type=receive', title: 'Ledger', shown: 'receive', empty: 'No entries match the filters' },
  { path: '/reports', title: 'Reports', shown: 'Stock Valuation' },
  { path: '/reports/15', title: 'Stock Valuation', shown: 'BOLT-M6-30' },
  { path: '/reports/1002', title: 'Ageing', shown: 'Value by age' },
  { path: '/receiving', title: 'Receiving', shown: 'PO-2026-900001', empty: 'No open purchase orders' },
  { path: '/receiving/PO-2026-900001', title: 'PO-2026-900001', shown: 'Nordic Fasteners' },
  { path: '/new-purchase-order', title: 'New purchase order', shown: 'No lines yet', isWrite: true },
  { path: '/fulfilment', title: 'Fulfilment', shown: 'SO-DEMO-01', empty: 'No shipping orders' },
  { path: '/fulfilment/SO-DEMO-01', title: 'SO-DEMO-01', shown: 'BOLT-M6-30' },
  { path: '/shortages', title: 'Shortages', shown: 'SO-DEMO-05', empty: 'No lines are waiting for stock' },
  { path: '/pick?orders=SO-DEMO-01', title: 'Pick', shown: 'picked.' },
  { path: '/new-shipping-order', title: 'New shipping order', shown: 'No lines yet', isWrite: true },
  { path: '/customers', title: 'Customers', shown: 'HANSE' },
  { path: '/customers/HANSE', title: 'HANSE', shown: 'Active' },
  { path: '/new-customer', title: 'New customer', shown: 'Required: ', isWrite: true },
  { path: '/vendors', title: 'Vendors', shown: 'NORDFAST' },
  { path: '/vendors/NORDFAST', title: 'NORDFAST', shown: 'Over-receipt allowed' },
  { path: '/new-vendor', title: 'New vendor', shown: 'Required: ', isWrite: true },
  { path: '/work-orders', title: 'Work orders', shown: 'WO-2026-900001', empty: 'No work orders' },
  { path: '/work-orders/WO-2026-900001', title: 'WO-2026-900001', shown: 'Terminals come with the next delivery' },
  { path: '/new-work-order', title: 'New work order', shown: 'No lines yet', isWrite: true },
  { path: '/reservations', title: 'Reservations', shown: 'SO-DEMO-', empty: 'No reservations' },
  { path: '/reservations/1', title: 'Reservation 1', shown: 'CART-1001' },
  { path: '/reserve', title: 'Reserve', shown: 'Required: ', isWrite: true },
  { path: '/transits', title: 'Transits', shown: 'TR-DEMO-01', empty: 'No transits' },
  { path: '/transits/TR-DEMO-01', title: 'TR-DEMO-01', shown: 'in transit' },
  { path: '/ship-transit', title: 'Ship to another warehouse', shown: 'No lines yet', isWrite: true },
  { path: '/counts', title: 'Counts', shown: 'CC-90001', empty: 'No counts' },
  { path: '/counts/CC-90001', title: 'CC-90001', shown: 'Assigned to' },
  { path: '/new-count', title: 'New count', shown: 'Required: ', isWrite: true },
  { path: '/receive', title: 'Receive', shown: 'Required: ', isWrite: true },
  { path: '/move', title: 'Move', shown: 'Required: ', isWrite: true },
  { path: '/issue', title: 'Issue', shown: 'Required: ', isWrite: true },
  { path: '/adjust', title: 'Adjust', shown: 'Required: ', isWrite: true },
  { path: '/hold', title: 'Hold or release', shown: 'Required: ', isWrite: true },
  { path: '/health', title: 'Health', shown: 'Response times' },
  { path: '/access', title: 'Access', shown: 'No webhooks yet' },
  { path: '/outbox', title: 'Saved on this device', shown: 'Nothing saved on this device' },
]

/** Those that list records. */
export const listScreens = screens.flatMap(({ empty, ...screen }) =>
  empty === undefined ? [] : [{ ...screen, empty }],
)
