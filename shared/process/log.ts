import { type DestinationStream, destination, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

const SECRETS = ['token', 'access_token', 'secret', 'clientSecret', 'client_secret', 'authorization']

/** Writes JSON lines with the process's name to stdout. Fields with names of secrets are removed, at the top and one level below. */
export function createLog(name: string, level: string, out: DestinationStream = destination(1)): Logger {
  const redact = [...SECRETS, ...SECRETS.map((secret) => `*.${secret}`)]
  return pino({ name, level, base: { name, pid: process.pid }, redact, timestamp: pino.stdTimeFunctions.isoTime }, out)
}
