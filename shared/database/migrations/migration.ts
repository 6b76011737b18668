/** Where a migration stands: the id of the last record that it has looked at. */
export type Position = string | number

export interface Batch {
  /** Records that were changed. */
  readonly changed: number
  /** A run that is killed goes on behind it; without one, a run begins anew, and finds what is left. */
  readonly position?: Position
}

/**
 * Brings what an earlier version has stored into the shape that the code of today reads
 * (docs/operating.md#migrations).
 */
export interface Migration {
  /** `<version>-<what>`, as its file is called: the version that first stores the new shape. */
  readonly name: string
  /** The version that may remove it: what it has not changed cannot be updated to that one. */
  readonly removableIn: string
  /** The version before stores the old shape too: it is run again when no process of that one is left. */
  readonly isRepeated?: true
  /** Records that it would change. */
  count(): Promise<number>
  /** Changes records in batches of bounded size. Doing again what was done changes nothing. */
  run(after: Position | undefined): AsyncIterable<Batch>
}
