import type { Records, VersionedRecord } from '../../../records/versioned-records.ts'
import type { DocumentHooks, LevelKey } from '../../../stock/engine/plan.ts'

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
