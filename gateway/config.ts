import { z } from 'zod'
import type { ProcessKeys } from '../shared/identity/internal-token.ts'
import {
  adminVariables,
  commonVariables,
  keyVariables,
  readEnv,
  storageVariables,
  toProcessKeys,
  wholeNumber,
} from '../shared/process/env.ts'
import type { ProcessConfig } from '../shared/process/run.ts'
import { builtConsole } from './sessions/pages.ts'
import { type ProviderSettings, providerVariables, toProviderSettings } from './sessions/provider-settings.ts'

export const gatewayVariables = {
  PORT: wholeNumber(0, 65_535).default(8080).meta({ description: 'Port to listen on; 0 takes a free one' }),
  HOST: z.string().default('0.0.0.0').meta({ description: 'Address to listen on' }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).meta({ description: 'Redis, for the rate limit' }),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000)
    .default(100)
    .meta({ description: 'Requests per minute of one client, or of one address without a valid token' }),
  CONTACT: z
    .union([z.url({ protocol: /^https?$/ }), z.email()], 'must be a web page or a mail address')
    .optional()
    .meta({ description: 'Web page or mail address for questions of integrators, in the OpenAPI document' }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        'Where people reach this system, `https://stock.example.com`; ' +
        'pages of this address alone may send messages to `/mcp`, without it only those of this machine',
    }),
  CONSOLE: z
    .enum(['on', 'off'])
    .default('on')
    .meta({ description: 'Whether the web console is served at `/console`, and built by `npm start`' }),
  SANDBOX: z.enum(['on', 'off']).default('off').meta({
    description: 'Whether requests may ask for faults by `X-Sandbox-Fault`; every response then says `X-Sandbox: on`',
  }),
  ...providerVariables,
  EXPORT_STALL_SECONDS: wholeNumber(1, 3_600)
    .default(30)
    .meta({ description: 'Time within which the client of an export must take the next 30 kB, 1 kB/s by default' }),
  TRUST_PROXY: z
    .string()
    .optional()
    .meta({
      description:
        'How many reverse proxies stand in front, or their addresses (comma-separated); ' +
        "a client's address is then read from X-Forwarded-For",
    }),
}

/** Number of proxies to trust, or their addresses and subnets in the notation of Express's `trust proxy`. */
export type TrustProxy = number | string

export interface GatewayConfig {
  readonly system: string
  readonly keys: ProcessKeys
  readonly storageSecret: Buffer
  readonly rabbitUrl: string
  /** The zone of the days that dates of requests name (IANA); UTC by default. */
  readonly timeZone?: string
  readonly redisUrl: string
  readonly rateLimitPerMinute: number
  readonly port: number
  /** Address to listen on; default all. */
  readonly host?: string
  /** Default none, since any client can write X-Forwarded-For. */
  readonly trustProxy?: TrustProxy
  /** Milliseconds within which the client of an export must take the next 30 kB; 30 s by default. */
  readonly exportStallMs?: number
  /** Whether clients may ask for faults; default no. */
  readonly isSandbox?: boolean
  /** Web page or mail address for questions of integrators. */
  readonly contact?: string | undefined
  /** Where people reach this system. */
  readonly publicOrigin?: string | undefined
  /** The built files of the web console, which is served if this is given. */
  readonly consoleFolder?: string | undefined
  /** The identity provider by which people sign in to it; without one they do by clients' secrets. */
  readonly signIn?: ProviderSettings | undefined
}

export function readGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig & ProcessConfig {
  const variables = readEnv(
    { ...commonVariables, ...keyVariables, ...storageVariables, ...adminVariables, ...gatewayVariables },
    env,
  )
  const { TRUST_PROXY: proxies } = variables
  return {
    system: variables.SYSTEM_NAME,
    keys: toProcessKeys(variables),
    storageSecret: variables.STORAGE_SECRET,
    rabbitUrl: variables.RABBITMQ_URL,
    timeZone: variables.TIME_ZONE,
    redisUrl: variables.REDIS_URL,
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    contact: variables.CONTACT,
    publicOrigin: variables.PUBLIC_URL && new URL(variables.PUBLIC_URL).origin,
    consoleFolder: variables.CONSOLE === 'on' ? builtConsole : undefined,
    signIn: toProviderSettings(variables),
    isSandbox: variables.SANDBOX === 'on',
    exportStallMs: variables.EXPORT_STALL_SECONDS * 1_000,
    port: variables.PORT,
    host: variables.HOST,
    logLevel: variables.LOG_LEVEL,
    admin: { port: variables.ADMIN_PORT, host: variables.ADMIN_HOST },
    otlpEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    ...(proxies !== undefined && { trustProxy: /^\d+$/.test(proxies) ? Number(proxies) : proxies }),
  }
}
