import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '../command.ts'

/** The body of `--data`: JSON, `@` and a file, or `-` for the standard input. What is not JSON is not sent. */
export async function readData(data: string | undefined): Promise<string | undefined> {
  if (data === undefined) return undefined
  const body = await (data === '-' ? text(process.stdin) : data.startsWith('@') ? readBody(data.slice(1)) : data)
  try {
    JSON.parse(body)
  } catch (error) {
    throw new UsageError(`The data is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  return body
}

async function readBody(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(error.message)
  })
}
