import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'

const ONLY_OWNER = 0o600
const FOLDER_OF_OWNER = 0o700

/** Writes a file that only its owner may read. Whoever reads it, even after a crash, finds it as it was or as it is now. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER })
  await writeBeside(path, (file) => file.writeFile(text), ONLY_OWNER)
}

/** Writes beside the file, which takes the name when it is complete. */
export async function writeBeside<T>(path: string, write: (file: FileHandle) => Promise<T>, mode?: number): Promise<T> {
  const unfinished = `${path}.${process.pid}.part`
  try {
    const file = await open(unfinished, 'w', mode)
    let result: T
    try {
      result = await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    return result
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** The members of the object in a JSON file, none if it is not JSON; undefined if there is no file. */
export async function readJson(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The secret in a file; that on the standard input for `-`. Arguments would show it in the list of processes. */
export async function readSecretFile(file: string): Promise<string> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(refuse)
  return content.trim()
}

/** The body of `--data`: JSON, `@` and a file, or `-` for the standard input. What is not JSON is not sent. */
export async function readData(data: string | undefined): Promise<string | undefined> {
  if (data === undefined) return undefined
  const file = data.startsWith('@') ? readFile(data.slice(1), 'utf8').catch(refuse) : data
  const body = await (data === '-' ? text(process.stdin) : file)
  try {
    JSON.parse(body)
  } catch (error) {
    throw new UsageError(`The data is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  return body
}

function refuse({ message }: Error): never {
  throw new UsageError(message)
}
