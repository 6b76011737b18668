import { createHash } from 'node:crypto'
import { InventoryError } from '../inventory-error.ts'
import { apiPaths } from '../schema.ts'
import { defineCommand, Failure, UsageError } from './command.ts'
import { addressOf, connect } from './connect.ts'
import { writeBeside } from './files.ts'
import { createStopSignal, note, writeOut } from './terminal.ts'

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** Takes the chunks of an export one after the other. */
type Write = (bytes: Uint8Array) => Promise<unknown>

export const exportList = defineCommand(
  {
    name: 'export',
    summary: 'Read a list as a whole, as CSV or NDJSON, and check that nothing is missing',
    positionals: ['PATH'],
    options: {
      format: { placeholder: 'csv|ndjson', description: 'csv unless said', values: Object.keys(types) },
      out: { placeholder: 'FILE', description: 'Written when the export is complete; the standard output unless said' },
    },
    offered: Object.keys(apiPaths).filter((path) => apiPaths[path]?.get?.isExported),
    details: [
      'The end mark of the export is checked and left out. On the standard output, the exit code says whether it was there.',
    ],
  },
  async ({ positionals: [path = ''], options: { format = 'csv', out } }) => {
    if (format !== 'csv' && format !== 'ndjson') throw new UsageError(`The format is csv or ndjson, not ${format}.`)
    const { baseUrl, send } = await connect()
    const headers = { Accept: types[format] }
    const response = await send(new Request(addressOf(baseUrl, path), { headers, signal: createStopSignal() }))
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => undefined)
      throw new InventoryError(response.status, body, response.headers)
    }
    const { body } = response
    if (!body || !response.headers.get('Content-Type')?.startsWith(types[format]))
      throw new Failure(`${path} is no list: it cannot be exported. Try inventory get ${path}`)
    const count = await (out === undefined
      ? copy(body, writeOut)
      : writeBeside(out, (file) => copy(body, (bytes) => file.writeFile(bytes))))
    note(`${count} records${out === undefined ? '' : ` in ${out}`}`)
  },
)

/** Resolves to the number of records. */
async function copy(body: ReadableStream<Uint8Array>, write: Write): Promise<number> {
  const chunks = withoutEndMark(body)
  for (let chunk = await chunks.next(); ; chunk = await chunks.next()) {
    if (chunk.done) return chunk.value
    await write(chunk.value)
  }
}

/** More than the last line of any export. */
const HELD_BACK_BYTES = 512

/**
 * The bytes of an export without its last line, the end mark, which has the number of records and the digest of all bytes
 * before it. Returns the number of records; fails if the mark is not there, or is not that of these bytes.
 */
async function* withoutEndMark(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer, number> {
  const digest = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const bytes of chunksOf(body)) {
    held = Buffer.concat([held, bytes])
    const ready = held.subarray(0, Math.max(0, held.length - HELD_BACK_BYTES))
    held = held.subarray(ready.length)
    digest.update(ready)
    if (ready.length > 0) yield ready
  }
  const lastLine = held.subarray(0, -1).lastIndexOf('\n') + 1
  const records = held.subarray(0, lastLine)
  const mark = parseMark(held.subarray(lastLine).toString())
  if (!mark) throw cutOff('its end mark is missing')
  if (digest.update(records).digest('hex') !== mark.sha256) throw cutOff('its digest is that of other bytes')
  if (records.length > 0) yield records
  return mark.count
}

const cutOff = (reason: string) => new Failure(`The export is not complete: ${reason}. Run it again.`)

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const read = () =>
    reader.read().catch((error: unknown) => {
      throw cutOff(error instanceof Error ? error.message : String(error))
    })
  for (let chunk = await read(); !chunk.done; chunk = await read()) yield chunk.value
}

function parseMark(line: string): { readonly count: number; readonly sha256: string } | undefined {
  const [, count, sha256] =
    /^#end,(\d+),([0-9a-f]{64})\r?\n$/.exec(line) ??
    /^\{"end":true,"count":(\d+),"sha256":"([0-9a-f]{64})"\}\n$/.exec(line) ??
    []
  return count !== undefined && sha256 !== undefined ? { count: Number(count), sha256 } : undefined
}
