import { DELIMITER_NAMES, findDelimiter } from '../../../../shared/sheets/delimiter.ts'
import { decodeSheet, ENCODING_NAMES } from '../../../../shared/sheets/encoding.ts'

/** The text of a file that a spreadsheet wrote, and one line that says how it was read; throws `UnreadableSheet`. */
export async function readSheetFile(file: File): Promise<{ readonly text: string; readonly said: string }> {
  const { text, encoding } = decodeSheet(new Uint8Array(await file.arrayBuffer()))
  const { delimiter } = findDelimiter(text)
  const said = `${file.name} is read as ${ENCODING_NAMES[encoding]} with ${DELIMITER_NAMES[delimiter]} between cells.`
  return { text, said }
}
