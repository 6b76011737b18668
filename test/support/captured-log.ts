import { pino } from 'pino'
import type { Logger } from '../../shared/process/log.ts'

/** One line of a log, as it would be written to stdout. */
export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly [field: string]: unknown
}

/** A log that writes nothing and remembers every line. */
export function createCapturedLog(level = 'debug'): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  // pino writes one JSON object a line, each with a level and a message.
  const write = (line: string) => void lines.push(JSON.parse(line) as LogLine)
  return { log: pino({ level }, { write }), lines }
}
