import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '../../api/access/session-context.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { type Cell, countLine } from '../../api/orders/counts.ts'
import { readCode } from '../../api/stock/scanned-items.ts'
import { isOf, keep } from '../../outbox/outbox.ts'
import { useKeptWrites } from '../../outbox/use-outbox.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { toText } from '../../parts/figures.tsx'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { mayHaveBeenDone } from '../../parts/forms/use-guarded-write.ts'
import { FormTexts } from '../../parts/inputs/form-texts.ts'
import { QuantityInput } from '../../parts/inputs/quantity-input.tsx'
import { parseTyped } from '../../parts/inputs/typed-number.ts'
import { focusNextEmpty } from '../../parts/scans/next-field.ts'
import { typeSeparator } from '../../parts/scans/wedge-keys.ts'

type CountEntry = Schemas['CountLineRequest'] & { readonly counted: number }

interface Sent {
  readonly body: CountEntry
  readonly key: string
}

interface EnterCountProps {
  readonly countNo: string
  readonly chosen: Cell | undefined
}

/** Enters counts: a scanner types spot, item and quantity, each with Enter or Tab. What is not sent waits on the device. */
export function EnterCount({ countNo, chosen }: EnterCountProps) {
  const session = useSession()
  const queries = useQueryClient()
  const isWaiting = useKeptWrites().some((write) => write.state === 'waiting' && isOf(session, write))
  const draft = useDraft<Sent>({
    verb: 'Count',
    said: chosen && { spot: chosen.spot, itemID: chosen.shortID, counted: '', scan: '' },
  })
  /** `scan` is the code of an item that could not be looked up. */
  const { spot = '', itemID = '', counted: typed = '', scan = '' } = draft.texts
  const [refusal, setRefusal] = useState<string>()
  const latest = useRef('')
  const first = useRef<HTMLInputElement>(null)
  const counted = parseTyped(typed)
  const later = ({ body, key }: Sent) => keep({ kind: 'count', countNo, body }, key, session)
  const saved = () => {
    latest.current = ''
    draft.startAnew({})
    draft.type({ spot })
  }
  // The page was left before the answer came: it goes out again under its key.
  const { sentBefore } = draft.sent
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (sentBefore && !chosen) void later(sentBefore).then(saved)
  }, [])
  const save = useMutation({
    mutationFn: async ({ body, key }: Sent) => {
      // What was counted last counts: it must not overtake what waits.
      if (isWaiting) return later({ body, key })
      draft.sent.keepSent({ body, key })
      try {
        await countLine({ countNo, ...body }, key)
      } catch (error) {
        if (mayHaveBeenDone(error)) return later({ body, key })
        draft.sent.keepSent(undefined)
        throw error
      }
    },
    onSuccess: () => {
      saved()
      first.current?.focus()
      return queries.invalidateQueries({ queryKey: ['count', countNo] })
    },
  })
  const type = (text: string) => {
    latest.current = text
    setRefusal(undefined)
    draft.type({ itemID: text, scan: '' })
  }
  const take = async (code: string, input: HTMLInputElement) => {
    const said = await readCode(code)
    if (latest.current !== code) return
    if ('refusal' in said) return setRefusal(said.refusal)
    // What comes next looks at the fields as they are then.
    flushSync(() => {
      type(said.texts.itemID ?? code)
      // Without signal the service looks the item up when it gets the code.
      if (!said.isKnown) draft.type({ scan: code })
      if (said.texts.units !== undefined) draft.type({ counted: said.texts.units })
    })
    focusNextEmpty(input)
  }
  const onItemKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typeSeparator(event, type) || event.key !== 'Enter') return
    event.preventDefault()
    latest.current = event.currentTarget.value
    if (itemID.trim() !== '') void take(event.currentTarget.value, event.currentTarget)
  }
  const isComplete = itemID.trim() !== '' && counted !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || save.isPending) return
    const body = { itemID: itemID.trim(), spot: spot.trim(), counted, ...(scan !== '' && { scan }) }
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
            onChange={(event) => draft.type({ spot: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComplete) return
              event.preventDefault()
              focusNextEmpty(event.currentTarget)
            }}
          />
          <TextInput
            ref={first}
            label="Item"
            autoComplete="off"
            spellCheck={false}
            autoFocus={chosen === undefined}
            value={itemID}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onItemKey}
            error={refusal}
          />
          <FormTexts value={{ itemID: itemID.trim() }}>
            <QuantityInput
              label="Counted"
              autoFocus={chosen !== undefined}
              value={typed}
              onChange={(text) => draft.type({ counted: text })}
              error={undefined}
            />
          </FormTexts>
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
