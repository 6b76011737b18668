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
