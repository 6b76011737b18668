/** The claims of a token that the benchmark's requests need. */
export interface Caller {
  sub: string
  permissions: number[]
  readOnly: boolean
  /** Seconds since 1970. */
  exp: number
}

const RECEIVE = 95
const MOVE = 15
const READ = 11

/** The permission that a request needs (docs/interface.md#permissions). */
export function isPermitted({ permissions, readOnly }: Caller, method: string, path: string): boolean {
  if (method === 'GET') return permissions.includes(READ)
  return !readOnly && permissions.includes(path.endsWith('/Receive') ? RECEIVE : MOVE)
}

export const bearerOf = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** The error object (docs/interface.md#errors). */
export const errorBody = (statusCode: number, error: string, message: string) => ({ statusCode, error, message })
