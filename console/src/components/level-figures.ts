/** The seven figures of a level, in the order of `available = inStock - onHold - committed - packed`. */
export const levelFigures = [
  { name: 'available', title: 'Available', hint: 'In stock, less what is on hold, committed and packed' },
  { name: 'inStock', title: 'In stock', hint: 'Physically in the warehouse' },
  { name: 'onHold', title: 'On hold', hint: 'In stock but held' },
  { name: 'committed', title: 'Committed', hint: 'Allocated to shipping orders and reservations' },
  { name: 'packed', title: 'Packed', hint: 'Packed and awaiting shipment' },
  { name: 'onOrder', title: 'On order', hint: 'On open purchase orders' },
  { name: 'aSN', title: 'In transit', hint: 'Shipped to the warehouse (advance ship notice)' },
] as const
