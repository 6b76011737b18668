import type { z } from 'zod'

/** What clients can read about a report. */
export interface ReportDeclaration {
  readonly reportID: number
  readonly reportName: string
  readonly reportType: 'stock' | 'orders' | 'work'
  /** What it shows, in one sentence. */
  readonly summary: string
  /** It may say something else later on the same day, though nothing has happened. */
  readonly changesWithTime?: true
  /** Query parameters beyond those of pages. */
  readonly parameters: z.ZodObject
  /** One row; its `id` names its schema in the OpenAPI document. */
  readonly row: z.ZodObject
}
