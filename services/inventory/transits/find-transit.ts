import type { ClientSession, Connection } from 'mongoose'
import { authorizeWarehouses, type Caller, warehouseScope } from '../../../shared/contract/core/access.ts'
import { AppError } from '../../../shared/contract/core/errors.ts'
import { type TransitRecord, transits } from './transit.model.ts'

/** The end of a transit whose client may change it. */
export type End = 'wid' | 'shipToWid'

/** The transit of a slip; throws 404, or 403 if neither end is in the caller's warehouses. */
export async function findTransit(
  connection: Connection,
  slip: string,
  caller: Caller | undefined,
  session: ClientSession | null = null,
): Promise<TransitRecord> {
  const header = await transits.model(connection).findById(slip).session(session).lean<TransitRecord>()
  if (!header) throw new AppError('not_found', `There is no transit ${slip}.`)
  const scope = warehouseScope(caller)
  const isSeen = (end: End) => scope === 'all' || scope.includes(header[end])
  authorizeEnd(header, isSeen('wid') ? 'wid' : 'shipToWid', caller)
  return header
}

/** Throws 403 unless that end is in the caller's warehouses. */
export const authorizeEnd = (header: Pick<TransitRecord, End>, end: End, caller: Caller | undefined): void =>
  authorizeWarehouses({ access: 'client', effect: 'write', warehouses: ['wid'] }, { wid: header[end] }, caller)
