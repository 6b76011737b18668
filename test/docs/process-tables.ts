import type { z } from 'zod'
import { gatewayVariables } from '../../gateway/config.ts'
import { authVariables } from '../../services/auth/config.ts'
import { inventoryVariables } from '../../services/inventory/config.ts'
import { notificationsVariables } from '../../services/notifications/config.ts'
import {
  adminVariables,
  commonVariables,
  databaseVariables,
  keyVariables,
  operatorVariables,
  storageVariables,
} from '../../shared/process/env.ts'
import { code, type Row, table } from './table.ts'

export const variablesTable = () =>
  table(
    ['Variable', 'Read by', 'Default', 'Meaning'],
    [
      ...rows('all', commonVariables),
      ...rows('all but ctl', keyVariables),
      ...rows('ctl', operatorVariables),
      ...rows('gateway, auth, notifications', storageVariables),
      ...rows('services', databaseVariables),
      ...rows('auth', authVariables),
      ...rows('inventory', inventoryVariables),
      ...rows('notifications', notificationsVariables),
      ...rows('gateway', gatewayVariables),
      ...rows('all', adminVariables),
    ],
  )

function rows(readBy: string, variables: Readonly<Record<string, z.ZodType>>): Row[] {
  return Object.entries(variables).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    const unset = fallback.success ? (fallback.data === undefined ? 'off' : code(String(fallback.data))) : 'required'
    return [code(name), readBy, unset, schema.meta()?.description ?? '']
  })
}
