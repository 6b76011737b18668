import { destination, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** JSON lines on stdout, each with the process's name; anything that looks like a secret is left out. */
export function createLog(name: string, level: string): Logger {
  const redact = [
    'token',
    'secret',
    'clientSecret',
    'client_secret',
    'authorization',
    '*.token',
    '*.secret',
    '*.authorization',
  ]
  return pino(
    { name, level, base: { name, pid: process.pid }, redact, timestamp: pino.stdTimeFunctions.isoTime },
    destination(1),
  )
}
