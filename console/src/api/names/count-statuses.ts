/** The statuses of counts (docs/counts.md). */
export const countStatuses = ['Open', 'Submitted', 'Approved', 'Partial', 'Posted', 'Canceled'] as const
