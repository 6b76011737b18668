import { setTimeout as delay } from 'node:timers/promises'
import type { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import { signalTree } from './process-tree.ts'

/** The connections of a component with the other ones. */
export interface Network {
  /** Resets them. */
  cut(): Promise<void>
  /** Passes nothing on until `heal`. */
  blackHole(): void
  /** Loses packets until `heal`. */
  lose(): void
  heal(): void
}

/** A process or server that faults are injected into. */
export interface Component {
  readonly name: string
  readonly process: SupervisedProcess
  readonly network: Network
  /** Lets the database take long for the next commit. */
  readonly freezeCommit: (() => Promise<void>) | undefined
}

export const faultKinds = ['kill', 'kill twice', 'freeze', 'reset', 'blackhole', 'loss', 'frozen commit'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly component: string
  readonly kind: FaultKind
  /** How long a freeze, a blackhole or a loss lasts. */
  readonly lastsMs: number
}

const LONGEST_START_MS = 1_500

/** Injects a fault; resolves when the component is running again. */
export async function inject({ kind, lastsMs }: Fault, component: Component): Promise<void> {
  const { process, network } = component
  switch (kind) {
    case 'kill':
      return kill(process)
    case 'kill twice': {
      const again = delay(Math.random() * LONGEST_START_MS)
      await killOnce(process)
      await again
      return kill(process)
    }
    case 'freeze':
      return freeze(process, lastsMs)
    case 'reset':
      return network.cut()
    case 'frozen commit':
      return component.freezeCommit?.()
    default:
      if (kind === 'loss') network.lose()
      else network.blackHole()
      await delay(lastsMs)
      network.heal()
  }
}

/** Kills a process; resolves when it is ready again. */
export async function kill(process: SupervisedProcess): Promise<void> {
  await killOnce(process)
  return process.whenReady()
}

async function killOnce(process: SupervisedProcess): Promise<void> {
  const { pid } = process
  if (pid === undefined) return
  const died = nextPid(process, pid)
  signalTree(pid, 'SIGKILL')
  await died
}

/** Stops a process for some time. */
export async function freeze(process: SupervisedProcess, lastsMs: number): Promise<void> {
  const { pid } = process
  if (pid === undefined) return process.whenReady()
  signalTree(pid, 'SIGSTOP')
  await delay(lastsMs)
  signalTree(pid, 'SIGCONT')
}

/** Waits until the supervisor has noticed the death; before that, `whenReady` is about the dead process. */
async function nextPid(process: SupervisedProcess, pid: number): Promise<void> {
  while (process.pid === pid) await delay(10)
}
