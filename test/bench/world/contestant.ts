import type { SupervisedProcess } from '../../../local/processes/supervised-process.ts'

/** The address of a contestant, and the processes that answer there. */
export interface Door {
  /** Base URL, up to `/api/v1`. */
  readonly url: string
  readonly token: string
  /** Path of the list of lots. */
  readonly lots: string
  readonly processes: readonly SupervisedProcess[]
}

/** A system that is measured. */
export interface Contestant {
  readonly name: string
  readonly title: string
  readonly family: 'ours' | 'nest' | 'moleculer' | 'express'
  readonly variant: 'ours' | 'documented' | 'tuned' | 'improved'
  /** Answers the list of lots from memory. */
  readonly memory: Door
  /** Answers all other requests from the database. */
  readonly stock: Door
}
