import type { ClientSession, Connection } from 'mongoose'
import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Documents, VersionedRecord } from '../../records/versioned-documents.ts'
import { authorizeOrder } from './order-access.ts'
import type { OfLines } from './order-header.ts'

/** An order without its lines; `_id` is its number. */
export interface OrderHeader extends VersionedRecord, OfLines {
  readonly _id: string
}

/** A line, which names its order in a field. */
export type OrderLine<F extends string> = VersionedRecord & Readonly<Record<F, string>>

/** One kind of orders: where headers and lines are, and the field of a line with the number of its order. */
export interface OrderFamily<H extends OrderHeader, L extends OrderLine<F>, F extends string> {
  /** As messages call it. */
  readonly kind: string
  readonly numberField: F
  readonly headers: Documents<H>
  readonly lines: Documents<L>
}

/** The order of a number, without lines; throws 404, or 403 if not all of it is in the caller's warehouses. */
export async function findOrder<H extends OrderHeader>(
  connection: Connection,
  { kind, headers }: { readonly kind: string; readonly headers: Documents<H> },
  number: string,
  caller: Caller | undefined,
  session: ClientSession | null = null,
): Promise<H> {
  const header = await headers.model(connection).findById(number).session(session).lean<H>()
  if (!header) throw new AppError('not_found', `There is no ${kind} ${number}.`)
  authorizeOrder(header, caller)
  return header
}

/** The order of a number with its lines by rising number, as of one moment; throws as `findOrder`. */
export const readOrder = <H extends OrderHeader, L extends OrderLine<F>, F extends string>(
  connection: Connection,
  family: OrderFamily<H, L, F>,
  number: string,
  { caller, deadline }: CallContext,
): Promise<{ header: H; lines: L[] }> =>
  inSnapshot(connection, deadline, async (session) => ({
    header: await findOrder(connection, family, number, caller, session),
    lines: await family.lines
      .model(connection)
      .find()
      .where(family.numberField, number)
      .sort({ lineNo: 1 })
      .session(session)
      .lean<L[]>(),
  }))
