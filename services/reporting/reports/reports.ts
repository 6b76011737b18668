import type { Report } from './report.ts'

/** Every report, by its number. */
export const reports: readonly Report[] = []
