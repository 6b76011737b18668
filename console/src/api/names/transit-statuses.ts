/** The statuses of transits (docs/transits.md). */
export const transitStatuses = ['In Transit', 'Partial', 'Received', 'Closed', 'Canceled'] as const
