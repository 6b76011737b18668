import type { SupervisedProcess } from '../../../local/processes/supervised-process.ts'

/** Where a contestant takes requests, and the processes that answer them. */
export interface Door {
  /** Up to `/api/v1`. */
  readonly url: string
  readonly token: string
  /** Path of the list of lots. */
  readonly lots: string
  readonly processes: readonly SupervisedProcess[]
}

/** One who does the work. */
export interface Contestant {
  readonly name: string
  readonly title: string
  readonly family: 'ours' | 'nest' | 'moleculer' | 'express'
  readonly variant: 'ours' | 'documented' | 'tuned'
  /** The list of lots from memory: the path alone. */
  readonly memory: Door
  /** Everything else. */
  readonly stock: Door
}
