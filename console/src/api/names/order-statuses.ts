/** The statuses of shipping orders (docs/orders.md). */
export const orderStatuses = ['Open', 'Partial', 'Closed'] as const
