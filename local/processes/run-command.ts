import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const LINES_KEPT = 15

interface Options {
  cwd?: string
  env?: NodeJS.ProcessEnv
  onLine?: (line: string) => void
}

/** Runs a command and resolves to its output; rejects with its last lines if it fails. `onLine` gets each line. */
export async function runCommand(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    detached: true,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const collect = (line: string) => {
    lines.push(line)
    options.onLine?.(line)
  }
  createInterface(child.stdout).on('line', collect)
  createInterface(child.stderr).on('line', collect)
  const [code, signal] = await once(child, 'close')
  if (code === 0) return lines.join('\n')
  const tail = lines.slice(-LINES_KEPT).join('\n')
  throw new Error(`${command} ${args.join(' ')} ended with ${signal ?? `exit code ${code}`}\n${tail}`)
}

/** Passes on at most one line per second. */
export function oncePerSecond(report: (line: string) => void): (line: string) => void {
  let last = 0
  return (line) => {
    const now = performance.now()
    if (now - last < 1000) return
    last = now
    report(line)
  }
}
