import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { InventoryError } from '../../api/http/client.ts'
import { isRegistry } from '../../api/stock/registries.ts'

interface GuardedWrite<Body, Shown, Answer> {
  /** What is wished for; undefined while it is incomplete. */
  readonly body: Body | undefined
  /** What the write would do; it changes nothing. Absent: it is sent at once. */
  readonly preview?: ((body: Body) => Promise<Shown>) | undefined
  readonly send: (body: Body, key: string, shown: Shown) => Promise<Answer>
}

/** A preview of a write, and the Idempotency-Key under which exactly this is done, however often it is sent. */
interface Planned<Body, Shown> {
  readonly body: Body
  readonly text: string
  readonly shown: Shown
  readonly key: string
}

/** A write, previewed first if it can be. Whoever changes a field looks at a new preview, which gets a new key. */
export function useGuardedWrite<Body, Shown, Answer>({ body, preview, send }: GuardedWrite<Body, Shown, Answer>) {
  const queries = useQueryClient()
  const [planned, setPlanned] = useState<Planned<Body, Shown>>()
  const look = useMutation({
    mutationFn: async (wished: Body) => toPlan(wished, (await preview?.(wished)) as Shown),
    onMutate: () => act.reset(),
    onSuccess: setPlanned,
  })
  // A second click arrives before the button is drawn anew.
  const isSending = useRef(false)
  const act = useMutation({
    mutationFn: (plan: Planned<Body, Shown>) => send(plan.body, plan.key, plan.shown),
    onSettled: () => {
      isSending.current = false
    },
    // The stock is another one than was shown, so a new preview is looked at.
    onError: (error) => isConflict(error) && setPlanned(undefined),
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => !isRegistry(queryKey) }),
  })
  const isUnknown = act.error !== null && mayHaveBeenDone(act.error)
  const current = planned && (isUnknown || planned.text === JSON.stringify(body)) ? planned : undefined
  const error = act.error ?? look.error
  return {
    planned: current,
    answer: act.data,
    error,
    fieldErrors: error instanceof InventoryError ? (error.details ?? {}) : {},
    /** The outcome is open: only the same may be sent again. */
    isUnknown,
    /** The service cannot be reached. */
    isLost: error !== null && !(error instanceof InventoryError),
    isBusy: look.isPending || act.isPending,
    look: () => body !== undefined && look.mutate(body),
    act: () => {
      const isRefused = act.error !== null && !isUnknown
      const fresh = preview || body === undefined ? undefined : toPlan(body, undefined as Shown)
      const plan = preview || !isRefused ? (current ?? fresh) : fresh
      if (!plan || isSending.current) return
      isSending.current = true
      setPlanned(plan)
      act.mutate(plan)
    },
    startAnew: () => {
      setPlanned(undefined)
      look.reset()
      act.reset()
    },
  }
}

/** Where there is no preview, `Shown` is undefined. */
const toPlan = <Body, Shown>(body: Body, shown: Shown): Planned<Body, Shown> => ({
  body,
  text: JSON.stringify(body),
  shown,
  key: crypto.randomUUID(),
})

const isConflict = (error: unknown) => error instanceof InventoryError && error.code === 'conflict'

/** A lost answer or connection: every other error says that nothing was done. */
function mayHaveBeenDone(error: unknown): boolean {
  return !(error instanceof InventoryError) || error.code === 'outcome_unknown'
}
