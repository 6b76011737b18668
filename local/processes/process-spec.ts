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
