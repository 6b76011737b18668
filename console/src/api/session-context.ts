import { createContext, useContext } from 'react'
import type { Session } from './http/session.ts'
import { may, type Permission } from './permissions.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session of the person who is signed in. Screens are shown only while there is one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a signed-in user')
  return session
}

export function useMay(permission: Permission): boolean {
  return may(useSession(), permission)
}
