/** Streams and environment of a command; `process` has them. */
export interface Io {
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined }
  readonly env: NodeJS.ProcessEnv
  /** Calls `stop` at the first Ctrl-C, instead of ending the process; returns a function that undoes it. */
  readonly onInterrupt?: (stop: () => void) => () => void
}

/** Why a command failed, in a sentence for the operator. */
export class CtlError extends Error {
  override readonly name: string = 'CtlError'
}
