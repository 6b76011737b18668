import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isPickList, type ListedPick, picks } from '../../api/documents.ts'
import { useSession } from '../../api/session-context.ts'
import { chosenIn } from '../../fold/picking/chosen-orders.ts'
import { shortOf, toRound } from '../../fold/picking/pick-round.ts'
import { forget, isOf, type KeptPick, type KeptWrite, keep } from '../../outbox/outbox.ts'
import { useKeptWrites, useSend } from '../../outbox/use-outbox.ts'

type Taken = Omit<KeptPick, 'clientId' | 'actor' | 'keptAt'>

interface Picked {
  readonly pick: ListedPick
  readonly units: number
  /** Why fewer were picked than are listed. */
  readonly fewer?: string
}

/**
 * A round through the picks of orders. It keeps the list that it began with until a fresh one is asked for; each pick is
 * kept on the device under its key and sent from there, so that it takes effect once, with signal or without.
 */
export function useRound(orders: string) {
  const session = useSession()
  const queries = useQueryClient()
  const send = useSend()
  const writes = useKeptWrites()
  const ofOrders = useMemo(() => {
    const isOne = (one: KeptWrite): one is KeptPick => one.kind === 'pick' && isOf(session, one)
    return writes.filter(isOne).filter(({ soNo }) => chosenIn(orders).includes(soNo))
  }, [writes, session, orders])
  /** Those that are on their way to the device's disk. */
  const [taken, setTaken] = useState<readonly Taken[]>([])
  const all = [...ofOrders, ...taken.filter(({ key }) => !ofOrders.some((one) => one.key === key))]
  const isWaiting = all.some(({ state }) => state === 'waiting')
  // A list that is read while picks are sent could still have what they take.
  const list = useQuery({ ...picks({ orders }), enabled: !isWaiting, staleTime: Infinity, refetchOnMount: 'always' })
  const listedAt = list.dataUpdatedAt
  const round = toRound(list.data?.value ?? [], all, listedAt)

  useEffect(() => {
    for (const { key, state, listedAt: at } of ofOrders) if (state === 'done' && at < listedAt) void forget(key)
  }, [ofOrders, listedAt])

  const confirm = useMutation({
    mutationFn: async ({ key, state: _, ...pick }: Taken) => {
      await queries.cancelQueries({ predicate: ({ queryKey }) => isPickList(queryKey) })
      await keep(pick, key, session)
      void send()
    },
    onSettled: (_, _error, { key }) => setTaken((before) => before.filter((one) => one.key !== key)),
  })
  const take = ({ pick, units, fewer }: Picked) => {
    const { soNo, lineNo, recNo: recno, shortID, spot } = pick
    const short = shortOf(round, pick, fewer)
    const body = { lineNo, units, recno, ...(short !== undefined && { short }) }
    const next: Taken = {
      kind: 'pick',
      key: crypto.randomUUID(),
      state: 'waiting',
      soNo,
      body,
      shortID,
      spot,
      listedAt,
      ...(fewer !== undefined && { fewer }),
    }
    setTaken((before) => [...before, next])
    confirm.mutate(next)
  }
  return { list, round, isWaiting, take, error: confirm.error }
}
