/** What our tokens say of a client, as far as the benchmark's requests ask for it. */
export interface Caller {
  sub: string
  permissions: number[]
  readOnly: boolean
}

const RECEIVE = 95
const MOVE = 15
const READ = 11

/** The permission that a request takes (specification, section 5). */
export function isPermitted({ permissions, readOnly }: Caller, method: string, path: string): boolean {
  if (method === 'GET') return permissions.includes(READ)
  return !readOnly && permissions.includes(path.endsWith('/Receive') ? RECEIVE : MOVE)
}

export const bearerOf = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** The error object of the specification. */
export const errorBody = (statusCode: number, error: string, message: string) => ({ statusCode, error, message })
