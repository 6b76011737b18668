import { copyFileSync, mkdirSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const LogLine = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })
const LONGEST_LOG_BYTES = 10_000_000

/** Opens a log file for a child, which appends to it. */
export function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true })
  return openSync(file, 'a')
}

/**
 * Moves the content of a log file that has become long to `<file>.1`. Processes append to the file meanwhile, so it is
 * copied and truncated. On a full disk the content is dropped, because that makes room.
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

/** The last line of a log; of a line of JSON its message and the message of its error. */
export function lastLogLine(file: string): string | undefined {
  const line = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)
  if (!line) return undefined
  if (!line.startsWith('{')) return line
  try {
    const { msg, err } = LogLine.parse(JSON.parse(line))
    return err ? `${msg}: ${err.message}` : msg
  } catch {
    return line
  }
}
