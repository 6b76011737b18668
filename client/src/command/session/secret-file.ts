import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '../command.ts'

/** The secret in a file; that on the standard input for `-`. Arguments would show it in the list of processes. */
export async function readSecretFile(file: string): Promise<string> {
  const read = file === '-' ? text(process.stdin) : readFile(file, 'utf8')
  const content = await read.catch((error: Error) => {
    throw new UsageError(error.message)
  })
  return content.trim()
}
