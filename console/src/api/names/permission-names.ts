import { permissionTable } from '../../../../shared/names/permissions.ts'

/** Every permission: its SecurityID and its name. */
export const permissionNames = Object.values(permissionTable).map(({ id, name }) => [id, name] as const)
