import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConnectionString } from 'mongodb-connection-string-url'
import { z } from 'zod'

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
  EARLIER_VERSION: z.enum(['refuse', 'allow']).default('refuse').meta({
    description:
      'Whether events and answers that name no sender are taken where processes have accounts of their own, and secrets sent in clear to services that cannot open them; `allow` while an earlier version is replaced',
  }),
}

/** Variables of all processes but the operator's command. */
export const keyVariables = {
  SYSTEM_SECRET_FILE: z
    .string()
    .min(1)
    .meta({ description: 'File with the secret that services prove themselves with to each other' }),
  OPERATOR_PUBLIC_KEY: z
    .string()
    .transform((pem, context) => {
      try {
        return createPublicKey(pem)
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a public key (PEM)' })
        return z.NEVER
      }
    })
    .meta({ description: "Public half of the operator's key (PEM), by which the operator is known" }),
}

/** Variables of the operator's command. */
export const operatorVariables = {
  OPERATOR_KEY_FILE: z
    .string()
    .min(1)
    .meta({ description: "File with the operator's private key (PEM, P-256); whoever has it may do everything" }),
}

/** Variables of processes with a database. */
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

/** An integer in a variable. */
export const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.int().min(min).max(max))

/** Variables of the admin port. */
export const adminVariables = {
  ADMIN_PORT: wholeNumber(0, 65_535).optional().meta({
    description: 'Port for /livez, /readyz and /metrics; none without it, 0 takes a free one and logs it',
  }),
  ADMIN_HOST: z.string().default('127.0.0.1').meta({ description: 'Address to listen on for the operator' }),
}

/**
 * The process's configuration, or one error that names every fault of the environment at once. A variable may be given as
 * `<NAME>_FILE`, the path of a file that holds it, as secrets come to containers.
 */
export function readEnv<T extends z.ZodRawShape>(
  shape: T,
  env: NodeJS.ProcessEnv = process.env,
): z.output<z.ZodObject<T>> {
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

/** The contents of a secret file; throws if it is missing or too short to be a secret. */
export function readSecretFile(path: string): Buffer {
  const secret = Buffer.from(readFileSync(path, 'utf8').trim())
  if (secret.length < 32) throw new Error(`The secret in ${path} is shorter than 32 characters`)
  return secret
}
