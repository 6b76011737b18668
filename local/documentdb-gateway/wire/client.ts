/** The client of one connection. */
export interface Client {
  isClosed: boolean
  /** The address that the client connected to, with the port. */
  readonly address: string
  /** The name of the program that it gave in its first hello. */
  appName: string | undefined
}
