import { Presets, SingleBar } from 'cli-progress'
import type { Io } from '../output/io.ts'

/** How far an import is: a bar on a terminal, nothing elsewhere; lines about bad rows either way. */
export interface Progress {
  readonly read: (bytes: number) => void
  readonly done: () => void
  readonly report: (line: string) => void
  readonly stop: () => void
}

export function createProgress({ stderr }: Io, totalBytes: number): Progress {
  let rows = 0
  const format = ' {bar} {percentage}% | {rows} rows'
  const bar = stderr.isTTY ? new SingleBar({ stream: stderr, format }, Presets.shades_classic) : undefined
  bar?.start(totalBytes, 0, { rows })
  return {
    read: (bytes) => bar?.update(bytes),
    done: () => bar?.update({ rows: ++rows }),
    // On a terminal the line takes the place of the bar, which is drawn again below it.
    report: (line) => stderr.write(`${bar ? '\r\u001B[K' : ''}${line}\n`),
    stop: () => bar?.stop(),
  }
}
