import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useSession } from '../../api/access/session-context.ts'
import { InventoryError } from '../../api/http/client.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { type Cell, countLine } from '../../api/orders/counts.ts'
import { parseDecimal } from '../../fold/parse-decimal.ts'
import { isOf, keep } from '../../outbox/outbox.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { toText } from '../../parts/figures.tsx'

interface EnterCountProps {
  readonly countNo: string
  readonly chosen: Cell | undefined
}

/** Enters counts: a scanner types spot, item and quantity, each with Enter or Tab. What is not sent waits on the device. */
export function EnterCount({ countNo, chosen }: EnterCountProps) {
  const session = useSession()
  const queries = useQueryClient()
  const isWaiting = useKeptWrites().some((write) => write.state === 'waiting' && isOf(session, write))
  const [spot, setSpot] = useState(chosen?.spot ?? '')
  const [itemID, setItemID] = useState(chosen?.shortID ?? '')
  const [typed, setTyped] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const counted = parseDecimal(typed)
  const save = useMutation({
    mutationFn: async ({ body, key }: { readonly body: Schemas['CountLineRequest']; readonly key: string }) => {
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
    onSuccess: () => {
      setItemID('')
      setTyped('')
      first.current?.focus()
      return queries.invalidateQueries({ queryKey: ['count', countNo] })
    },
  })
  const isComplete = itemID.trim() !== '' && counted !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || save.isPending) return
    const body = { itemID: itemID.trim(), spot: spot.trim(), counted }
    save.mutate({ body, key: crypto.randomUUID() })
  }
  const last = save.variables?.body
  return (
    <form onSubmit={submit} aria-label="Enter what was counted">
      <Stack gap="xs" maw={720}>
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
          <TextInput
            label="Spot"
            maxLength={64}
            autoComplete="off"
            value={spot}
            onChange={(event) => setSpot(event.currentTarget.value)}
          />
          <TextInput
            ref={first}
            label="Item"
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            autoFocus={chosen === undefined}
            value={itemID}
            onChange={(event) => setItemID(event.currentTarget.value)}
          />
          <TextInput
            label="Counted"
            inputMode="decimal"
            autoComplete="off"
            autoFocus={chosen !== undefined}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={typed.trim() !== '' && counted === undefined && 'A number such as 12 or 0.5, at most 6 decimals'}
          />
        </SimpleGrid>
        <Button type="submit" w="fit-content" loading={save.isPending} disabled={!isComplete}>
          Save
        </Button>
        {save.error && <ErrorNote error={save.error} />}
        {save.isSuccess && last && (
          <Text size="sm" role="status">
            {`${toText(last.counted)} of ${last.itemID}${last.spot ? ` at ${last.spot}` : ''} `}
            {isWaiting ? 'wait for signal.' : 'saved.'}
          </Text>
        )}
      </Stack>
    </form>
  )
}
