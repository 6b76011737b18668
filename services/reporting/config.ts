import { z } from 'zod'
import { readEnv } from '../../shared/process/env.ts'
import type { ProcessConfig } from '../../shared/process/run.ts'
import { readServiceConfig, type ServiceConfig } from '../../shared/service.ts'

export const reportingVariables = {
  TIME_ZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, 'must be the IANA name of a time zone, such as Europe/Berlin')
    .meta({ description: 'Time zone of the days in reports, an IANA name such as Europe/Berlin' }),
}

export interface ReportingConfig extends ServiceConfig {
  readonly timeZone: string
}

export function readReportingConfig(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): ReportingConfig & ProcessConfig {
  const { TIME_ZONE } = readEnv(reportingVariables, env)
  return { ...readServiceConfig(env, args), timeZone: TIME_ZONE }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
