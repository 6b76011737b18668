import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { findProgram } from './find-program.ts'
import type { ProcessSpec } from './process-spec.ts'

const LONGEST_LOG_BYTES = 10_000_000

/**
 * Spawns the child in a process group of its own, so that Ctrl-C in the terminal reaches only this process. With setpriv the kernel
 * kills the child when this process dies.
 */
export function launchChild(spec: ProcessSpec): ChildProcess {
  const log = spec.logFile === undefined ? 'inherit' : openLog(spec.logFile)
  const dieWithParent = findProgram('setpriv') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []
  const [command = spec.command, ...args] = [...dieWithParent, spec.command, ...spec.args]
  try {
    return spawn(command, args, {
      detached: true,
      env: spec.env ?? process.env,
      stdio: spec.probe ? ['ignore', log, log] : ['ignore', log, log, 'ipc'],
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    })
  } finally {
    if (typeof log === 'number') closeSync(log)
  }
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LONGEST_LOG_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a')
}
