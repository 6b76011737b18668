import type { SupervisedProcess } from '../processes/supervised-process.ts'

/** What a server is created with. */
export interface ServerOptions {
  dataDir: string
  report: (line: string) => void
}

/** One server that we run: its processes start in the order of the list and stop in the reverse one. */
export interface LocalServer {
  url: string
  processes: SupervisedProcess[]
}
