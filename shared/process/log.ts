import { type DestinationStream, destination, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

const SECRETS = ['token', 'access_token', 'secret', 'clientSecret', 'client_secret', 'authorization']

/** JSON lines on stdout, each with the process's name; what is called a secret is left out, on top and one level down. */
export function createLog(name: string, level: string, out: DestinationStream = destination(1)): Logger {
  const redact = [...SECRETS, ...SECRETS.map((secret) => `*.${secret}`)]
  return pino({ name, level, base: { name, pid: process.pid }, redact, timestamp: pino.stdTimeFunctions.isoTime }, out)
}
