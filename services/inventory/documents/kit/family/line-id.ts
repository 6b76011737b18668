/** Id of a line of a document. Stored ids stay as they are, so each family keeps one of the two ways. */
export type LineId = (number: string, lineNo: number) => string

/** Of purchase orders and work orders. */
export const numberFirst: LineId = (number, lineNo) => `${number}/${lineNo}`
/** Of all others. */
export const lineFirst: LineId = (number, lineNo) => `${lineNo}/${number}`
