import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConnectionString } from 'mongodb-connection-string-url'
import { z } from 'zod'
import { isTimeZone } from '../contract/dates/days.ts'

/** A key in a variable; its value is in no message. */
function asKey<T>(parse: (text: string) => T, message: string) {
  return z.string().transform((text, context): T => {
    try {
      return parse(text)
    } catch {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
  })
}

const publicKeys = asKey((json) => {
  const entries = Object.entries(z.record(z.string(), z.base64()).parse(JSON.parse(json)))
  const toKey = (der: string) => createPublicKey({ key: Buffer.from(der, 'base64'), type: 'spki', format: 'der' })
  return new Map(entries.map(([name, der]) => [name, toKey(der)]))
}, 'must be a JSON object of public keys (DER in base64)').meta({
  description: 'Public keys of all processes and of the operator (JSON), by which they know each other',
})

/** Variables that every process reads. */
export const commonVariables = {
  SYSTEM_NAME: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .default('inventory')
    .meta({ description: 'Prefix of databases, queues and Redis keys, so that systems can share servers' }),
  RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }).meta({ description: 'RabbitMQ' }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'Log level' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: 'OpenTelemetry collector (OTLP over HTTP) that traces are sent to' }),
  TIME_ZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, 'must be the IANA name of a time zone, such as Europe/Berlin')
    .meta({
      description:
        'Time zone of the days in requests and reports, an IANA name such as Europe/Berlin; a warehouse may have ' +
        'its own. The same for all processes',
    }),
  PUBLIC_KEYS: publicKeys,
}

export const secret = () =>
  z
    .string()
    .min(32, 'is too short to be a secret')
    .transform((text) => Buffer.from(text))

/** Variables of all processes but the operator's command (docs/adr/0008-keys.md). */
export const keyVariables = {
  PROCESS_KEY: asKey((pem) => createPrivateKey(pem), 'must be a private key (PEM)').meta({
    description:
      "The process's own private key (PEM, P-256), which proves it to others and opens what is sealed for it",
  }),
}

export const storageVariables = {
  STORAGE_SECRET: secret().meta({
    description:
      "The process's own secret, which opens what it stores: the gateway's sessions of the console, " +
      "auth's signing keys, notifications' secrets of webhooks",
  }),
}

export const operatorVariables = {
  OPERATOR_KEY_FILE: z
    .string()
    .min(1)
    .meta({ description: "File with the operator's private key (PEM, P-256); whoever has it may do everything" }),
}

export const databaseVariables = {
  MONGODB_URI: z
    .string()
    .superRefine(checkConnectionString)
    .meta({ description: 'MongoDB 8.0 or newer, a replica set or sharded' }),
}

/** A connection string may name several servers, which no URL can. Transactions and reads after writes need the primary. */
function checkConnectionString(uri: string, context: z.RefinementCtx): void {
  try {
    const { searchParams } = new ConnectionString(uri)
    const [, readPreference] = [...searchParams].find(([name]) => name.toLowerCase() === 'readpreference') ?? []
    if (readPreference === undefined || readPreference === 'primary') return
    context.addIssue({ code: 'custom', message: 'must read from the primary: leave out readPreference' })
  } catch {
    // The library's message would contain the password.
    context.addIssue({ code: 'custom', message: 'must be a connection string: mongodb://… or mongodb+srv://…' })
  }
}

export const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.int().min(min).max(max))

export const adminVariables = {
  ADMIN_PORT: wholeNumber(0, 65_535).optional().meta({
    description: 'Port for /livez, /readyz and /metrics; none without it, 0 takes a free one and logs it',
  }),
  ADMIN_HOST: z.string().default('127.0.0.1').meta({ description: 'Address to listen on for the operator' }),
}

type ReadEnv<T extends z.ZodRawShape> = z.output<z.ZodObject<T>>

/**
 * The process's configuration, or one error that names every fault of the environment at once. A variable may be given as
 * `<NAME>_FILE`, the path of a file that holds it, as secrets come to containers.
 */
export function readEnv<T extends z.ZodRawShape>(shape: T, env: NodeJS.ProcessEnv = process.env): ReadEnv<T> {
  // An empty variable is one that is not set, as in a compose file's `${NAME:-}`.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.object(shape).safeParse({ ...readFiles(Object.keys(shape), given), ...given })
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The environment is not valid:\n${faults.join('\n')}`)
}

function readFiles(names: readonly string[], env: NodeJS.ProcessEnv): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of names) {
    const path = env[`${name}_FILE`]
    if (path !== undefined && env[name] === undefined) values[name] = readFileSync(path, 'utf8').trim()
  }
  return values
}

/** The keys of a process, from its variables. */
export const toProcessKeys = ({
  PROCESS_KEY: key,
  PUBLIC_KEYS: publicKeys,
}: ReadEnv<typeof keyVariables & Pick<typeof commonVariables, 'PUBLIC_KEYS'>>) => ({ key, publicKeys })
