import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../api/access/session-context.ts'
import { InventoryError } from '../../api/http/client.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { countLine } from '../../api/orders/counts.ts'
import { isOf, keep } from '../../outbox/outbox.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'

export type CountEntry = Schemas['CountLineRequest'] & { readonly counted: number }

/** Sends what was counted of an item at a spot, one after the other. What cannot be sent waits on the device. */
export function useCountEntry(countNo: string) {
  const session = useSession()
  const queries = useQueryClient()
  const isWaiting = useKeptWrites().some((write) => write.state === 'waiting' && isOf(session, write))
  const save = useMutation({
    scope: { id: `count ${countNo}` },
    mutationFn: async (body: CountEntry) => {
      const key = crypto.randomUUID()
      const later = () => keep({ kind: 'count', countNo, body }, key, session)
      // What was counted last counts: it must not overtake what waits.
      if (isWaiting) return later()
      try {
        await countLine({ countNo, ...body }, key)
      } catch (error) {
        if (error instanceof InventoryError) throw error
        await later()
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['count', countNo] }),
  })
  return { save, isWaiting }
}
