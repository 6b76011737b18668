/** The permissions of docs/interface.md#permissions, by SecurityID. */
export const permissionNames: readonly (readonly [number, string])[] = [
  [11, 'Item Master List'],
  [15, 'Locate/Move Units'],
  [88, 'Negative Adjustment'],
  [95, 'Positive Adjustment'],
  [116, 'Create/Modify Item Master Record'],
  [370, 'Webhooks'],
  [9001, 'Read Purchase Orders'],
  [9002, 'Create/Modify Purchase Orders'],
  [9003, 'Read Shipping Orders'],
  [9004, 'Create/Modify Shipping Orders'],
  [9005, 'Read Work Orders'],
  [9006, 'Create/Modify Work Orders'],
  [9007, 'Read Customers and Vendors'],
  [9008, 'Create/Modify Customers and Vendors'],
  [9009, 'Read Reservations'],
  [9010, 'Create/Modify Reservations'],
]
