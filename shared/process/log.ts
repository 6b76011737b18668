import { type DestinationStream, type Logger, pino } from 'pino'
import { LogOutput } from './log-output.ts'

export type { Logger } from 'pino'

const SECRETS = ['token', 'access_token', 'secret', 'clientSecret', 'client_secret', 'authorization']

/** Writes JSON lines with the process's name to stdout. Fields with names of secrets are removed, at the top and one level below. */
export function createLog(name: string, level: string, out: DestinationStream = new LogOutput(1)): Logger {
  const redact = [...SECRETS, ...SECRETS.map((secret) => `*.${secret}`)]
  return pino({ name, level, base: { name, pid: process.pid }, redact, timestamp: pino.stdTimeFunctions.isoTime }, out)
}
