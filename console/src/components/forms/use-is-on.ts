import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Whether a path is still the page's address. What settles later must not lead back a person who has left the screen. */
export function useIsOn(): (path: string) => boolean {
  const { history, basepath } = useRouter()
  return useCallback((path) => history.location.pathname === `${basepath}${path}`, [history, basepath])
}
