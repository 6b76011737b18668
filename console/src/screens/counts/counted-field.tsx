import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { messageOf } from '../../api/http/error-text.ts'
import type { CountLine } from '../../api/orders/counts.ts'
import { parseTyped, readingOf } from '../../parts/inputs/typed-number.ts'
import { focusNextEmpty } from '../../parts/scans/next-field.ts'
import { useCountEntry } from './use-count-entry.ts'

interface CountedFieldProps {
  readonly countNo: string
  readonly line: CountLine
  /** What was counted and waits on the device. */
  readonly waits: number | undefined
}

/** What was counted of a line: it is saved when the field is left, and Enter leads to the next empty one. */
export function CountedField({ countNo, line, waits }: CountedFieldProps) {
  const { shortID, spot } = line
  const { save } = useCountEntry(countNo)
  /** Absent: the field shows what was counted so far. */
  const [typed, setTyped] = useState<string>()
  const saved = waits ?? line.counted
  const { reading, fault } = readingOf(typed ?? '')
  const leave = () => {
    const counted = parseTyped(typed ?? '')
    if (typed === '' || (counted !== undefined && counted === saved)) return setTyped(undefined)
    if (counted === undefined) return
    const isSame = (now: string | undefined) => now === typed
    save.mutate(
      { itemID: shortID, spot, counted },
      { onSuccess: () => setTyped((now) => (isSame(now) ? undefined : now)) },
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.currentTarget.blur()
    focusNextEmpty(event.currentTarget)
  }
  return (
    <TextInput
      aria-label={`Counted of ${shortID} at ${spot || 'no spot'}`}
      size="xs"
      w={120}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (saved === null ? '' : String(saved))}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      description={typed === undefined && waits !== undefined ? 'waits' : reading}
      error={fault ?? (save.error && messageOf(save.error))}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
