import type { Documents, VersionedRecord } from '../../../records/versioned-documents.ts'
import type { DocumentHooks, LevelKey } from '../../../stock/engine/plan.ts'

interface KeptFamily<H extends VersionedRecord & { readonly _id: string }, L extends KeptLine> {
  readonly headers: Documents<H>
  readonly lines: Documents<L>
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
  async ({ documents }, { reference, line: lineNo }) => {
    const line: LevelKey | undefined = await documents.get(lines, lineId(reference, lineNo))
    return { line, isKept: line !== undefined || (await documents.get(headers, reference)) !== undefined }
  }
