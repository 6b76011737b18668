import { copyFileSync, mkdirSync, openSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

const LONGEST_LOG_BYTES = 10_000_000

/** Opens a log file for a child, which appends to it. */
export function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true })
  return openSync(file, 'a')
}

/**
 * Moves the content of a log file that has become long to `<file>.1`. Processes append to the file meanwhile, so it is copied and
 * truncated. On a full disk the content is given up, because that makes room.
 */
export function rotateLog(file: string, longestBytes: number = LONGEST_LOG_BYTES): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= longestBytes) return
  const former = `${file}.1`
  try {
    copyFileSync(file, former)
  } catch {
    rmSync(former, { force: true })
  }
  truncateSync(file)
}
