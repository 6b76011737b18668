import { readEnv, secret, storageVariables, wholeNumber } from '../../shared/process/env.ts'
import type { ProcessConfig } from '../../shared/process/run.ts'
import { readServiceConfig, type ServiceConfig } from '../../shared/service.ts'

/** Longest lifetime of a token: one week. Changes of rights are sent to token verifiers for as long. */
export const MAX_TOKEN_TTL_SECONDS = 604_800

export const authVariables = {
  TOKEN_TTL_SECONDS: wholeNumber(1, MAX_TOKEN_TTL_SECONDS)
    .default(14_400)
    .meta({ description: 'Lifetime of a bearer token in seconds' }),
  EARLIER_SECRET: secret().optional().meta({
    description: 'The system secret of 1.1.0, with which the migration opens the keys that sign tokens',
  }),
}

export interface AuthConfig extends ServiceConfig {
  readonly storageSecret: Buffer
  readonly tokenTtlSeconds: number
  /** See authVariables. */
  readonly earlierSecret?: Buffer | undefined
}

export function readAuthConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []): AuthConfig & ProcessConfig {
  const variables = readEnv({ ...storageVariables, ...authVariables }, env)
  return {
    ...readServiceConfig(env, args),
    storageSecret: variables.STORAGE_SECRET,
    tokenTtlSeconds: variables.TOKEN_TTL_SECONDS,
    earlierSecret: variables.EARLIER_SECRET,
  }
}
