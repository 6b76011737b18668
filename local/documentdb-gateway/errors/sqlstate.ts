// SQLSTATEs with which PostgreSQL ends or refuses a connection.
const CONNECTION_STATES = /^57P0[1-5]$/

/** The SQLSTATE of an error of PostgreSQL; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the error means that the connection is lost, so that the outcome of the command is unknown. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === undefined || CONNECTION_STATES.test(state)
}

/** Decodes a SQLSTATE that DocumentDB packed into a number: five characters of six bits each. */
export function unpackSqlState(packed: number): string {
  return [0, 6, 12, 18, 24].map((shift) => String.fromCharCode(((packed >> shift) & 0x3f) + 48)).join('')
}

/** The reverse of `unpackSqlState`. */
export function packSqlState(state: string): number {
  return [...state].reduce((packed, character, index) => packed | ((character.charCodeAt(0) - 48) << (6 * index)), 0)
}
