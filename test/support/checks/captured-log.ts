import { pino } from 'pino'
import type { Logger } from '../../../shared/process/log.ts'

/** One line of a log, parsed. */
export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly [field: string]: unknown
}

/** A log that keeps its lines in memory instead of writing them. */
export function createCapturedLog(level = 'debug'): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  // pino writes one JSON object for each line, with a level and a message.
  const write = (line: string) => void lines.push(JSON.parse(line) as LogLine)
  return { log: pino({ level }, { write }), lines }
}
