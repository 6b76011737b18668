import { auth } from './auth.ts'
import { catalog } from './catalog/catalog.ts'
import type { Operation } from './core/operation.ts'
import { inventory } from './inventory/inventory.ts'
import { notifications } from './notifications/notifications.ts'

/** The whole API: every operation of every service. */
export const contract = { auth, catalog, inventory, notifications } as const

/** Every operation in one list, in the order in which routes are tried. */
export const operations: readonly Operation[] = Object.values(contract).flatMap((service) =>
  Object.values<Operation>(service),
)
