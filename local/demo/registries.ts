/** The demo's registries: lots and ledger entries refer to these numbers. */
export const warehouses = [
  { wid: 1, name: 'Main' },
  { wid: 2, name: 'East' },
  { wid: 3, name: 'Overflow' },
] as const

export const reasonCodes = [
  { code: 10, direction: 'in', name: 'Purchase receipt' },
  { code: 11, direction: 'in', name: 'Customer return' },
  { code: 12, direction: 'in', name: 'Count correction in' },
  { code: 20, direction: 'out', name: 'Sales order' },
  { code: 21, direction: 'out', name: 'Production' },
  { code: 22, direction: 'out', name: 'Scrap' },
  { code: 23, direction: 'out', name: 'Count correction out' },
  { code: 24, direction: 'out', name: 'Return to supplier' },
] as const

export const associates = [
  { id: 7, name: 'Hanse Automation' },
  { id: 12, name: 'Rhein Robotics' },
  { id: 19, name: 'Alpine Controls' },
] as const

export const jobs = [
  { id: 3, name: 'Packing line 2 refit' },
  { id: 4, name: 'Cabinet series 400' },
  { id: 5, name: 'Service vans' },
] as const

export const groups = [
  { name: 'integrators', permissions: [11, 15, 88, 95, 116, 370] },
  { name: 'viewers', permissions: [11] },
] as const
