import { setTimeout as delay } from 'node:timers/promises'
import type { SupervisedProcess } from '../../local/processes/supervised-process.ts'
import { signalTree } from './process-tree.ts'

/** A process or server that faults are injected into. */
export interface Component {
  readonly name: string
  readonly process: SupervisedProcess
  /** Resets its connections with the other components. */
  reset(): Promise<void>
}

export const faultKinds = ['kill', 'freeze', 'reset'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly component: string
  readonly kind: FaultKind
  /** How long a freeze lasts. */
  readonly freezeMs: number
}

/** Injects a fault; resolves when the component is running again. */
export async function inject({ kind, freezeMs }: Fault, { process, reset }: Component): Promise<void> {
  if (kind === 'reset') return reset()
  const { pid } = process
  if (pid === undefined) return process.whenReady()
  if (kind === 'kill') {
    const died = nextPid(process, pid)
    signalTree(pid, 'SIGKILL')
    await died
    return process.whenReady()
  }
  signalTree(pid, 'SIGSTOP')
  await delay(freezeMs)
  signalTree(pid, 'SIGCONT')
}

/** Waits until the supervisor has noticed the death; before that, `whenReady` is about the dead process. */
async function nextPid(process: SupervisedProcess, pid: number): Promise<void> {
  while (process.pid === pid) await delay(10)
}
