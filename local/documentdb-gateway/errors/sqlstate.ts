// The states in which PostgreSQL ends a connection or refuses it.
const CONNECTION_STATES = /^57P0[1-5]$/

/** The SQLSTATE of an error that PostgreSQL answered, else undefined. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the error means that the connection is gone, so that it is unknown what became of the command. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined || CONNECTION_STATES.test(state)
}

/** SQLSTATEs come inside answers as numbers: five characters of six bits each. */
export function unpackSqlState(packed: number): string {
  return [0, 6, 12, 18, 24].map((shift) => String.fromCharCode(((packed >> shift) & 0x3f) + 48)).join('')
}
