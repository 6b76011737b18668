import { createHash } from 'node:crypto'
import { Failure } from '../command.ts'

/** More than the last line of any export. */
const HELD_BACK_BYTES = 512

/**
 * The bytes of an export without its last line, the end mark, which has the number of records and the digest of all bytes
 * before it. Returns the number of records; fails if the mark is not there, or is not that of these bytes.
 */
export async function* withoutEndMark(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer, number> {
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
