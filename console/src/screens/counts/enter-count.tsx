import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readCode, type SaidByCode } from '../../api/search.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { useDraft } from '../../components/forms/use-draft.ts'
import { FormTexts, QuantityInput } from '../../components/inputs/quantity-input.tsx'
import { parseTyped } from '../../components/inputs/typed-number.ts'
import { focusNextEmpty, typeSeparator, useScanField } from '../../components/scans/scanner.ts'
import { Untaken } from '../../components/scans/untaken.tsx'
import { lengthFault } from '../../fold/field-words.ts'
import { toText } from '../../fold/person-numbers.ts'
import { type SentCount, useCountEntry } from './use-count-entry.ts'

/** Enters counts: a scanner types spot, item and quantity, each with Enter or Tab. */
export function EnterCount({ countNo }: { readonly countNo: string }) {
  const draft = useDraft<SentCount>({ verb: 'Count' })
  /** `scan` is the code of an item that could not be looked up. */
  const { spot = '', itemID = '', counted: typed = '', scan = '' } = draft.texts
  const [refusal, setRefusal] = useState<string>()
  const [sources, setSources] = useState<SaidByCode['sources']>()
  const latest = useRef('')
  const first = useRef<HTMLInputElement>(null)
  const counted = parseTyped(typed)
  const { save, isWaiting } = useCountEntry(countNo, draft.sent, () => {
    latest.current = ''
    draft.startAnew({})
    draft.type({ spot })
    first.current?.focus()
  })
  const type = (text: string) => {
    latest.current = text
    setRefusal(undefined)
    setSources(undefined)
    draft.type({ itemID: text, scan: '' })
  }
  const take = async (code: string, input: HTMLInputElement) => {
    const said = await readCode(code)
    if (latest.current !== code) return
    if ('refusal' in said) return setRefusal(said.refusal)
    // What comes next looks at the fields as they are then.
    flushSync(() => {
      type(said.texts.itemID ?? code)
      setSources(said.sources)
      // Without signal the service looks the item up when it gets the code.
      if (!said.isKnown) draft.type({ scan: code })
      if (said.texts.units !== undefined) draft.type({ counted: said.texts.units })
    })
    focusNextEmpty(input)
  }
  useScanField((code) => {
    if (!first.current) return false
    type(code)
    void take(code, first.current)
    return true
  })
  const onItemKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typeSeparator(event, type) || event.key !== 'Enter') return
    event.preventDefault()
    latest.current = event.currentTarget.value
    if (itemID.trim() !== '') void take(event.currentTarget.value, event.currentTarget)
  }
  const isComplete = itemID.trim() !== '' && lengthFault(spot, 64) === undefined && counted !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || save.isPending) return
    const body = { itemID: itemID.trim(), spot: spot.trim(), counted, ...(scan !== '' && { scan }) }
    save.mutate({ body, key: crypto.randomUUID() })
  }
  const last = save.variables?.body
  return (
    <form onSubmit={submit} aria-label="Enter counts">
      <Stack gap="xs" maw={720}>
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
          <TextInput
            label="Spot"
            error={lengthFault(spot, 64)}
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
            autoFocus
            value={itemID}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onItemKey}
            error={refusal}
          />
          <FormTexts value={{ itemID: itemID.trim() }}>
            <QuantityInput
              label="Counted"
              autoFocus={false}
              value={typed}
              onChange={(text) => draft.type({ counted: text })}
              error={undefined}
            />
          </FormTexts>
        </SimpleGrid>
        {itemID !== '' && <Untaken of={sources} fields={['itemID', 'counted']} />}
        <Button type="submit" w="fit-content" loading={save.isPending} disabled={!isComplete}>
          Save
        </Button>
        {save.error && <ErrorNote error={save.error} />}
        {save.isSuccess && last && (
          <Text size="sm" role="status">
            {`${toText(last.counted)} of ${last.itemID}${last.spot ? ` at ${last.spot}` : ''} `}
            {isWaiting ? 'saved on this device.' : 'saved.'}
          </Text>
        )}
      </Stack>
    </form>
  )
}
