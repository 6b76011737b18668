import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isPickList } from '../api/documents.ts'
import { isRegistry } from '../api/registries.ts'
import { useSession } from '../api/session-context.ts'
import { areWritesLoaded, isOf, type KeptWrite, keptWrites, load, onKeptWrites, sendWaiting } from './outbox.ts'

const EVERY_MS = 15_000

export function useKeptWrites(): readonly KeptWrite[] {
  return useSyncExternalStore(onKeptWrites, keptWrites)
}

export function useAreWritesLoaded(): boolean {
  return useSyncExternalStore(onKeptWrites, areWritesLoaded)
}

/** Sends what waits, if there is signal; what is shown is read anew then. */
export function useSend(): () => Promise<void> {
  const session = useSession()
  const queries = useQueryClient()
  return useCallback(async () => {
    if (!navigator.onLine || !(await sendWaiting(session))) return
    await queries.invalidateQueries({ predicate: ({ queryKey }) => !isRegistry(queryKey) && !isPickList(queryKey) })
  }, [session, queries])
}

/** Sends what waits: when the page opens, when there is signal again, and every 15 s while something waits. */
export function useOutbox(): void {
  const session = useSession()
  const send = useSend()
  const isWaiting = useKeptWrites().some((one) => one.state === 'waiting' && isOf(session, one))
  useEffect(() => void load(), [])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(send, EVERY_MS)
    addEventListener('online', send)
    void send()
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [isWaiting, send])
}
