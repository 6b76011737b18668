import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, readdirSync, readFileSync } from 'node:fs'
import { groupBy } from '../../shared/process/group-by.ts'
import { openLog } from './log-file.ts'
import { findProgram } from './program-paths.ts'

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

/** How to run one child process. */
export interface ProcessSpec {
  name: string
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Receives the output of the child; without it the child writes to the output of this process. */
  logFile?: string
  /** Resolves when the child is ready. Without it the child is a Node.js program that sends 'ready' over IPC. */
  probe?: () => Promise<unknown>
  readyTimeoutMs?: number
  stopSignal?: NodeJS.Signals
  graceMs?: number
  report: (line: string) => void
}

const TICKS_PER_SECOND = 100

/** Processor time in seconds that a process and its descendants have used; 0 if it has ended. */
export function cpuSecondsOf(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const childrenOf = groupBy(processes, ({ parent }) => parent)
  const sum = (of: typeof processes): number =>
    of.reduce((seconds, { pid, cpuSeconds }) => seconds + cpuSeconds + sum(childrenOf.get(pid) ?? []), 0)
  return sum(processes.filter(({ pid }) => pid === root))
}

/** Fields of /proc/<pid>/stat after the name, which may contain any character: 4 is the parent, 14 to 17 are times. */
function readProcess(name: string) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((all, some) => all + some, 0)
    return [{ pid: Number(name), parent: fields[1] ?? 0, cpuSeconds: ticks / TICKS_PER_SECOND }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
