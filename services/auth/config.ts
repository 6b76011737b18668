import { readEnv, wholeNumber } from '../../shared/runtime/env.ts'
import { readServiceConfig, type ServiceConfig } from '../../shared/runtime/service.ts'

/** A token lives at most a week, whatever is configured: changes of rights are kept at hand for as long. */
export const MAX_TOKEN_TTL_SECONDS = 604_800

export const authVariables = {
  TOKEN_TTL_SECONDS: wholeNumber(1, MAX_TOKEN_TTL_SECONDS)
    .default(14_400)
    .meta({ description: 'Lifetime of a bearer token in seconds' }),
}

export interface AuthConfig extends ServiceConfig {
  readonly tokenTtlSeconds: number
}

export function readAuthConfig(env: NodeJS.ProcessEnv): AuthConfig & { readonly logLevel: string } {
  return { ...readServiceConfig(env), tokenTtlSeconds: readEnv(authVariables, env).TOKEN_TTL_SECONDS }
}
