import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../api/access/session-context.ts'
import { isRegistry } from '../api/stock/registries.ts'
import { isOf, keptWrites, load, onKeptWrites, sendWaiting } from './outbox.ts'
import type { KeptWrite } from './write-store.ts'

const EVERY_MS = 15_000

export function useKeptWrites(): readonly KeptWrite[] {
  return useSyncExternalStore(onKeptWrites, keptWrites)
}

/** Sends what waits: when the page opens, when there is signal again, and every 15 s while something waits. */
export function useOutbox(): void {
  const session = useSession()
  const queries = useQueryClient()
  const isWaiting = useKeptWrites().some((one) => one.state === 'waiting' && isOf(session, one))
  useEffect(() => void load(), [])
  useEffect(() => {
    if (!isWaiting) return
    const send = async () => {
      if (!navigator.onLine) return
      if (await sendWaiting(session))
        await queries.invalidateQueries({ predicate: ({ queryKey }) => !isRegistry(queryKey) })
    }
    const timer = setInterval(send, EVERY_MS)
    addEventListener('online', send)
    void send()
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [isWaiting, session, queries])
}
