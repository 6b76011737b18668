import type { SupervisedProcess } from '../processes/supervised-process.ts'

/** Options of a server. */
export interface ServerOptions {
  dataDir: string
  report: (line: string) => void
}

/** A server and its processes. They start in the order of the list and stop in reverse order. */
export interface LocalServer {
  url: string
  processes: SupervisedProcess[]
  /** What is left to do when all of them are ready, before the server is used. */
  complete?: () => Promise<void>
}
