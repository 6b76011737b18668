import type { ClientSession, Connection } from 'mongoose'
import { authorizeWarehouses, type Caller, warehouseScope } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { inSnapshot } from '../../../../shared/database/transaction.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { Records, VersionedRecord } from '../../records/versioned-records.ts'
import type { DocumentHooks, LevelKey } from '../../stock/engine/plan.ts'
import type { DocumentList } from './family/document-list.ts'
import type { Family, Header, Line } from './family/family.ts'

/**
 * Throws 403 unless every warehouse of a document is the caller's, or any if that suffices
 * (docs/decisions/documents.md#51).
 */
export function authorizeDocument(
  { list: { warehouses } }: { readonly list: Pick<DocumentList, 'warehouses'> },
  { wids }: Pick<Header, 'wids'>,
  caller: Caller | undefined,
): void {
  const scope = warehouseScope(caller)
  if (warehouses.seenBy === 'any' && scope !== 'all' && wids.some((wid) => scope.includes(wid))) return
  authorizeWarehouses({ access: 'client', effect: 'read', warehouses: ['wids[]'] }, { wids }, caller)
}

export const noDocument = ({ kind }: { readonly kind: string }, number: string) =>
  new AppError('not_found', `There is no ${kind} ${number}.`)

/** The document of a number, without lines; throws 404, or 403 if the caller may not see it. */
export async function findHeader<H extends Header, L extends Line, T>(
  connection: Connection,
  family: Pick<Family<H, L, T>, 'kind' | 'headers' | 'list'>,
  number: string,
  caller: Caller | undefined,
  session: ClientSession | null = null,
): Promise<H> {
  const header = await family.headers.model(connection).findById(number).session(session).lean<H>()
  if (!header) throw noDocument(family, number)
  authorizeDocument(family, header, caller)
  return header
}

/** The document of a number with its lines by rising number, as of one moment; throws as `findHeader`. */
export const readDocument = <H extends Header, L extends Line, T>(
  connection: Connection,
  family: Family<H, L, T>,
  number: string,
  { caller, deadline }: CallContext,
): Promise<{ header: H; lines: L[] }> =>
  inSnapshot(connection, deadline, async (session) => ({
    header: await findHeader(connection, family, number, caller, session),
    lines: await family.lines
      .model(connection)
      .find()
      .where(family.numberField, number)
      .sort({ lineNo: 1 })
      .session(session)
      .lean<L[]>(),
  }))

interface KeptFamily<H extends VersionedRecord & { readonly _id: string }, L extends KeptLine> {
  readonly headers: Records<H>
  readonly lines: Records<L>
  readonly lineId: (number: string, lineNo: number) => L['_id']
}

interface KeptLine extends VersionedRecord, LevelKey {
  readonly _id: string
}

/** The hook by which the kernel finds a line of a family. */
export const createFindLine =
  <H extends VersionedRecord & { readonly _id: string }, L extends KeptLine>({
    headers,
    lines,
    lineId,
  }: KeptFamily<H, L>): NonNullable<DocumentHooks['findLine']> =>
  async ({ records }, { reference, line: lineNo }) => {
    const line: LevelKey | undefined = await records.get(lines, lineId(reference, lineNo))
    return { line, isKept: line !== undefined || (await records.get(headers, reference)) !== undefined }
  }
