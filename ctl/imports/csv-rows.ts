import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { findDelimiter, type Separation } from '../../shared/sheets/delimiter.ts'
import {
  createEncodingCheck,
  createSheetDecoder,
  type Encoding,
  UnreadableSheet,
} from '../../shared/sheets/encoding.ts'
import { createRowReader, type TextRow } from '../../shared/sheets/rows.ts'
import { CtlError } from '../output/io.ts'

/** How a CSV file is written. */
export interface CsvForm extends Separation {
  readonly encoding: Encoding
}

/** Yields the rows of a CSV file while it is read, the header first. */
export async function* readCsv(
  path: string,
  form: CsvForm,
  onProgress: (bytesRead: number) => void,
): AsyncGenerator<TextRow> {
  const read = createRowReader(form)
  for await (const text of decode(path, form.encoding, onProgress)) yield* read(text)
  yield* read()
}

/** The text of a file, without a byte order mark. */
async function* decode(path: string, encoding: Encoding, onProgress: (bytesRead: number) => void) {
  const toText = createSheetDecoder(encoding)
  const file = createReadStream(path)
  for await (const chunk of file) {
    onProgress(file.bytesRead)
    yield toText(chunk)
  }
  yield toText()
}

/** 64 bits: enough to tell the files of one name apart. */
const DIGEST_DIGITS = 16

export interface TextFile {
  readonly form: CsvForm
  /** In bytes. */
  readonly size: number
  /** The file's name and a digest of its content, so that other content under the same name is another import. */
  readonly contentName: string
}

/** Reads a CSV file once before it is used; throws a CtlError if it is missing, no file, or cannot be read as one. */
export async function checkTextFile(path: string): Promise<TextFile> {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) throw new CtlError(`There is no file ${path}.`)
  if (!status.isFile()) throw new CtlError(`${path} is not a file.`)
  const digest = createHash('sha256')
  const check = createEncodingCheck()
  for await (const chunk of createReadStream(path)) {
    digest.update(chunk)
    check.add(chunk)
  }
  const contentName = `${basename(path)}-${digest.digest('hex').slice(0, DIGEST_DIGITS)}`
  return { form: await whole(path, async () => formOf(path, check.end())), size: status.size, contentName }
}

/** Bytes of a file that say what separates its cells. */
const MAX_HEAD = 65_536

async function formOf(path: string, encoding: Encoding): Promise<CsvForm> {
  let head = ''
  for await (const text of decode(path, encoding, () => undefined)) {
    head += text
    if (head.length >= MAX_HEAD) break
  }
  return { encoding, ...findDelimiter(head) }
}

/** What is found out of a file before anything of it is imported; a CtlError says why it cannot be. */
export async function whole<T>(path: string, find: () => Promise<T>): Promise<T> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error
    throw new CtlError(`${path}: ${error.message} Nothing was imported.`)
  }
}
