import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { findProgram } from './find-program.ts'
import { openLog } from './log-file.ts'
import type { ProcessSpec } from './process-spec.ts'

/**
 * Spawns the child in a process group of its own, so that Ctrl-C in the terminal reaches only this process. With setpriv the
 * kernel kills the child when this process dies.
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
