import { open, rename, rm } from 'node:fs/promises'
import { InventoryError } from '../inventory-error.ts'
import { apiPaths } from '../schema.ts'
import { defineCommand, Failure, UsageError } from './command.ts'
import { withoutEndMark } from './request/end-mark.ts'
import { addressOf, connect } from './session/connect.ts'
import { note, writeOut } from './shell/output.ts'
import { createStopSignal } from './shell/stop-signal.ts'

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** Takes the chunks of an export one after the other. */
type Write = (bytes: Uint8Array) => Promise<void>

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
    if (!response.body || !response.headers.get('Content-Type')?.startsWith(types[format]))
      throw new Failure(`${path} is no list: it cannot be exported. Try inventory get ${path}`)
    const count = await (out === undefined ? copy(response.body, writeOut) : writeFileOf(response.body, out))
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

/** Writes beside the file, which gets its name when the export is complete. */
async function writeFileOf(body: ReadableStream<Uint8Array>, out: string): Promise<number> {
  const unfinished = `${out}.${process.pid}.part`
  try {
    const file = await open(unfinished, 'w')
    try {
      const count = await copy(body, async (bytes) => {
        await file.writeFile(bytes)
      })
      await file.sync()
      await rename(unfinished, out)
      return count
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
