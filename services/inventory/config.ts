import { z } from 'zod'
import { readEnv } from '../../shared/process/env.ts'
import type { ProcessConfig } from '../../shared/process/run.ts'
import { readServiceConfig, type ServiceConfig } from '../../shared/service.ts'

const allocators = ['beside', 'alone', 'off'] as const

export const inventoryVariables = {
  ALLOCATOR: z
    .enum(allocators, `must be one of ${allocators.join(', ')}`)
    .default('beside')
    .meta({
      description:
        'Fills backorders: `beside` the requests that the process answers, `alone` in a process that answers none, or `off`, in other processes',
    }),
}

export interface InventoryConfig extends ServiceConfig {
  /** `beside` by default. */
  readonly allocator?: (typeof allocators)[number]
}

export function readInventoryConfig(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): InventoryConfig & ProcessConfig {
  return { ...readServiceConfig(env, args), allocator: readEnv(inventoryVariables, env).ALLOCATOR }
}
