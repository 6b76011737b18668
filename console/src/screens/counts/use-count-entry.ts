import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countLine } from '../../api/documents.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { useSession } from '../../api/session-context.ts'
import type { KeptSent } from '../../components/forms/use-draft.ts'
import { mayHaveBeenDone } from '../../components/forms/use-guarded-write.ts'
import { isOf, keep } from '../../outbox/outbox.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'

export interface SentCount {
  readonly body: Schemas['CountLineRequest'] & { readonly counted: number }
  readonly key: string
}

/** Sends what was counted of an item at a spot, one after the other. What cannot be sent waits on the device. */
export function useCountEntry(countNo: string, sent: KeptSent<SentCount>, onSaved: (counted: number) => void) {
  const session = useSession()
  const queries = useQueryClient()
  const isWaiting = useKeptWrites().some((write) => write.state === 'waiting' && isOf(session, write))
  const later = ({ body, key }: SentCount) => keep({ kind: 'count', countNo, body }, key, session)
  const saved = ({ body }: SentCount) => {
    sent.keepSent(undefined)
    onSaved(body.counted)
  }
  // The page was left before the response came: it goes out again under its key.
  const { sentBefore } = sent
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (sentBefore) void later(sentBefore).then(() => saved(sentBefore))
  }, [])
  const save = useMutation({
    scope: { id: `count ${countNo}` },
    mutationFn: async (count: SentCount) => {
      // What was counted last counts: it must not overtake what waits.
      if (isWaiting) return later(count)
      sent.keepSent(count)
      try {
        await countLine({ countNo, ...count.body }, count.key)
      } catch (error) {
        if (mayHaveBeenDone(error)) return later(count)
        sent.keepSent(undefined)
        throw error
      }
    },
    onSuccess: (_, count) => {
      saved(count)
      return queries.invalidateQueries({ queryKey: ['count', countNo] })
    },
  })
  return { save, isWaiting }
}
