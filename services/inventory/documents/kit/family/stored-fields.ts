import { date, number, numbers, text } from '../../../../../shared/database/record-fields.ts'

/** What every header stores besides what its family declares; `_id` is the number. */
export const storedByHeaders = {
  _id: text,
  totalLines: number,
  /** The warehouses that decide who sees it, and the items of its lines, ascending. */
  wids: numbers,
  partNos: numbers,
  modified: date,
  version: number,
}

/** What every line stores in addition. */
export const storedByLines = {
  _id: text,
  lineNo: number,
  partNo: number,
  shortID: text,
  wid: number,
  version: number,
}

/** Id of a line of a document. Stored ids stay as they are, so each family keeps one of the two ways. */
export type LineId = (number: string, lineNo: number) => string

/** Of purchase orders and work orders. */
export const numberFirst: LineId = (number, lineNo) => `${number}/${lineNo}`
/** Of all others. */
export const lineFirst: LineId = (number, lineNo) => `${lineNo}/${number}`
