import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { InventoryError, messageOf } from '../../api/http/client.ts'
import { isRegistry } from '../../api/registries.ts'
import type { KeptSent } from './use-draft.ts'

interface GuardedWrite<Body, Shown, Result> {
  /** What is wished for; undefined while it is incomplete. */
  readonly body: Body | undefined
  /** What the write would do; it changes nothing. Absent: it is sent at once. */
  readonly dryRun?: ((body: Body) => Promise<Shown>) | undefined
  readonly send: (body: Body, key: string, shown: Shown) => Promise<Result>
  /** What is sent is kept until the response arrives, even when the page is left meanwhile. */
  readonly kept: KeptSent<Planned<Body, Shown>>
  /** Keeps the write until the service can be reached, under this key. */
  readonly keep?: ((body: Body, key: string) => Promise<void>) | undefined
  /** Called when it was kept, or its outcome was seen. */
  readonly onNext: () => void
}

/** A dry run of a write, and the Idempotency-Key under which exactly this is done, however often it is sent. */
export interface Planned<Body, Shown> {
  readonly body: Body
  readonly text: string
  readonly shown: Shown
  readonly key: string
}

/** A write, previewed first if it can be. Whoever changes a field looks at a new preview, which gets a new key. */
export function useGuardedWrite<Body, Shown, Result>(wanted: GuardedWrite<Body, Shown, Result>) {
  const { body, dryRun, send, kept, keep, onNext } = wanted
  const queries = useQueryClient()
  const [planned, setPlanned] = useState(kept.sentBefore)
  // The page was left before the response came.
  const [wasLeft, setWasLeft] = useState(planned !== undefined)
  const latest = useRef<Body>(undefined)
  const lists = useRef<Promise<void>>(undefined)
  const readLists = () => {
    // The query client tells components of new data in a later task. Until then the page shows the old data.
    lists.current = queries
      .invalidateQueries({ predicate: ({ queryKey }) => !isRegistry(queryKey) })
      .then(() => new Promise((resolve) => notifyManager.schedule(resolve)))
  }
  const look = useMutation({
    mutationFn: async (wished: Body) => toPlan(wished, (await dryRun?.(wished)) as Shown),
    // What was shown before says nothing of this attempt.
    onMutate: (wished) => {
      latest.current = wished
      setPlanned(undefined)
      act.reset()
      keeping.reset()
    },
    onError: (error) => isConflict(error) && readLists(),
    onSuccess: (plan, wished) => wished === latest.current && setPlanned(plan),
  })
  // From a click until the next write: a second click arrives before the button is drawn anew.
  const isTaken = useRef(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const act = useMutation({
    mutationFn: async (plan: Planned<Body, Shown>) => {
      kept.keepSent(plan)
      try {
        const response = await send(plan.body, plan.key, plan.shown)
        kept.keepNothing()
        return response
      } catch (error) {
        if (!mayHaveBeenDone(error)) kept.keepSent(undefined)
        throw error
      }
    },
    onSettled: () => setWasLeft(false),
    onError: (error) => {
      isTaken.current = false
      // The stock is another one than was shown, here and above the form: both are looked at anew.
      if (isConflict(error)) {
        setPlanned(undefined)
        readLists()
      }
    },
    // The outcome is shown at once, and what is listed is read again meanwhile.
    onSuccess: readLists,
  })
  const keeping = useMutation({
    mutationFn: (plan: Planned<Body, Shown>) => keepOnDevice(plan, keep),
    onError: () => {
      isTaken.current = false
    },
    onSuccess: () => {
      startAnew()
      onNext()
    },
  })
  function startAnew() {
    isTaken.current = false
    kept.keepSent(undefined)
    setWasLeft(false)
    setPlanned(undefined)
    look.reset()
    act.reset()
    keeping.reset()
  }
  const isUnknown = act.error === null ? wasLeft : mayHaveBeenDone(act.error)
  const current = planned && (isUnknown || planned.text === JSON.stringify(body)) ? planned : undefined
  const isUnderWay = act.isPending || keeping.isPending
  const error = keeping.error ?? act.error ?? look.error ?? (wasLeft ? PAGE_WAS_LEFT : null)
  return {
    planned: current,
    result: act.data,
    error,
    fieldErrors: error instanceof InventoryError ? (error.details ?? {}) : {},
    /** The outcome is open: only the same may be sent again. */
    isUnknown,
    /** The service cannot be reached. */
    isLost: wasLeft || (error !== null && !(error instanceof InventoryError)),
    isBusy: look.isPending || act.isPending,
    isKeeping: keeping.isPending,
    /** It is being sent or kept: it cannot be changed. */
    isUnderWay,
    look: () => {
      if (body !== undefined && !isUnknown && !isUnderWay && !isTaken.current) look.mutate(body)
    },
    act: () => {
      const isRefused = act.error !== null && !isUnknown
      const fresh = dryRun || body === undefined ? undefined : toPlan(body, undefined as Shown)
      const plan = dryRun || !isRefused ? (current ?? fresh) : fresh
      if (!plan || isTaken.current) return
      isTaken.current = true
      setPlanned(plan)
      keeping.reset()
      act.mutate(plan)
    },
    keepLater: () => {
      const fresh = body === undefined ? undefined : toPlan(body, undefined as Shown)
      const before = keeping.variables?.text === fresh?.text ? keeping.variables : undefined
      const plan = current ?? before ?? fresh
      if (!plan || isTaken.current) return
      isTaken.current = true
      keeping.mutate(plan)
    },
    startAnew,
    isLeaving,
    /** What comes next depends on the lists as they are now. */
    leave: async () => {
      const read = lists.current
      lists.current = undefined
      if (!read) return
      setIsLeaving(true)
      await read
      setIsLeaving(false)
      startAnew()
      onNext()
    },
  }
}

async function keepOnDevice<Body, Shown>(
  { body, key }: Planned<Body, Shown>,
  keep: GuardedWrite<Body, Shown, unknown>['keep'],
): Promise<void> {
  try {
    await keep?.(body, key)
  } catch (error) {
    throw new Error(`Couldn’t save on this device: ${messageOf(error)}`, { cause: error })
  }
}

/** Where there is no dry run, `Shown` is undefined. */
const toPlan = <Body, Shown>(body: Body, shown: Shown): Planned<Body, Shown> => ({
  body,
  text: JSON.stringify(body),
  shown,
  key: crypto.randomUUID(),
})

const PAGE_WAS_LEFT = new InventoryError(504, {
  error: 'outcome_unknown',
  message: 'You left the page before the response arrived. Retrying is safe: the change is made only once.',
})

const isConflict = (error: unknown) => error instanceof InventoryError && error.code === 'conflict'

/** A lost response or connection: every other error says that nothing was done. */
export function mayHaveBeenDone(error: unknown): boolean {
  return !(error instanceof InventoryError) || error.code === 'outcome_unknown'
}
