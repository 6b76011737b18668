import { z } from 'zod'
import { readEnv } from '../../shared/process/env.ts'
import type { ProcessConfig } from '../../shared/process/run.ts'
import { readServiceConfig, type ServiceConfig } from '../../shared/service.ts'
import type { CountLimits } from './documents/kit/register-family.ts'

const allocators = ['beside', 'alone', 'off'] as const

const limit = (unit: string, unset: string) =>
  z.coerce
    .number('must be a number')
    .min(0, 'must be 0 or greater')
    .optional()
    .meta({ description: `Up to which difference who counted a line may approve it, ${unit} (${unset} if not set)` })

const countVariables = {
  COUNT_MAX_UNITS: limit('in units', '0'),
  COUNT_MAX_PERCENT: limit('in per cent of the expected quantity', 'no limit'),
  COUNT_MAX_VALUE: limit('in value', 'no limit'),
}

export const inventoryVariables = {
  ...countVariables,
  ALLOCATOR: z
    .enum(allocators, `must be one of ${allocators.join(', ')}`)
    .default('beside')
    .meta({
      description:
        'Fills backorders: `beside` the requests that the process answers, `alone` in a process that ' +
        'answers none, or `off`, in other processes',
    }),
}

/** Every difference is approved by somebody else. */
export const NO_DIFFERENCE: CountLimits = { maxUnits: 0, maxPercent: null, maxValue: null }

export interface InventoryConfig extends ServiceConfig {
  /** `beside` by default. */
  readonly allocator?: (typeof allocators)[number]
  /** No difference by default. */
  readonly countLimits?: CountLimits
}

export function readInventoryConfig(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): InventoryConfig & ProcessConfig {
  const {
    ALLOCATOR: allocator,
    COUNT_MAX_UNITS: maxUnits = 0,
    COUNT_MAX_PERCENT: maxPercent = null,
    COUNT_MAX_VALUE: maxValue = null,
  } = readEnv(inventoryVariables, env)
  return { ...readServiceConfig(env, args), allocator, countLimits: { maxUnits, maxPercent, maxValue } }
}
