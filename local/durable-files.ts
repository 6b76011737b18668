import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'

const FLUSHED_AT_ONCE = 16

/**
 * Writes a small file so that a power cut leaves either its former content or the new one. The libraries for this flush the
 * file, but not the folder, without which the rename can be lost.
 */
export function writeDurably(file: string, text: string, mode = 0o644): void {
  const temporary = `${file}.new`
  try {
    flushed(openSync(temporary, 'w', mode), (descriptor) => writeFileSync(descriptor, text))
    renameSync(temporary, file)
    flushed(openSync(dirname(file), 'r'))
  } catch (error) {
    throw new Error(`${file} cannot be written: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

function flushed(descriptor: number, write?: (descriptor: number) => void): void {
  try {
    write?.(descriptor)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The text of a small file without blanks at its ends; undefined if it does not exist or is empty, as after a power cut. */
export function readWritten(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes all files and folders in a folder to the disk. What disappears or is no file or folder is left out. */
export async function flushFolder(folder: string): Promise<void> {
  const limit = pLimit(FLUSHED_AT_ONCE)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all([...paths, folder].map((path) => limit(() => flush(path))))
}

async function flush(path: string): Promise<void> {
  try {
    await using handle = await open(path, 'r')
    await handle.sync()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
