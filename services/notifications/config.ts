import { z } from 'zod'
import { readEnv, storageVariables } from '../../shared/process/env.ts'
import type { ProcessConfig } from '../../shared/process/run.ts'
import { readServiceConfig, type ServiceConfig } from '../../shared/service.ts'
import { type Network, parseNetworks } from './webhooks/endpoints/address-guard.ts'

export const notificationsVariables = {
  WEBHOOK_ALLOWED_NETWORKS: z
    .string()
    .optional()
    .meta({
      description:
        'Networks that are not public and that webhooks may be sent to, comma-separated (10.1.0.0/16); ' +
        'with 127.0.0.0/8 also by http, for development',
    }),
}

export interface NotificationsConfig extends ServiceConfig {
  readonly storageSecret: Buffer
  /** Networks that webhooks may be sent to besides public ones. */
  readonly allowedNetworks: readonly Network[]
}

export function readNotificationsConfig(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): NotificationsConfig & ProcessConfig {
  const variables = { ...storageVariables, ...notificationsVariables }
  const { STORAGE_SECRET, WEBHOOK_ALLOWED_NETWORKS = '' } = readEnv(variables, env)
  const allowedNetworks = parseNetworks(WEBHOOK_ALLOWED_NETWORKS)
  return { ...readServiceConfig(env, args), storageSecret: STORAGE_SECRET, allowedNetworks }
}
