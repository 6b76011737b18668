import { Autocomplete } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_SCAN } from '../../../../shared/scan/elements.ts'
import type { Sources } from '../../../../shared/scan/read-scan.ts'
import { suggestions } from '../../api/items.ts'
import { readCode } from '../../api/search.ts'
import { lengthFault } from '../../fold/field-words.ts'
import { CameraButton } from '../scans/camera-button.tsx'
import { focusNextEmpty, signalScan, typeSeparator, useScanField } from '../scans/scanner.ts'
import { Untaken } from '../scans/untaken.tsx'
import { listed, useSuggestions } from './suggestions.tsx'

interface ItemInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  /** The form may be sent while it is blank. */
  readonly isOptional?: boolean
  /** What a scanned code says of other fields, too. */
  readonly onSaid?: ((texts: Readonly<Record<string, string>>) => void) | undefined
  /** The names of these fields; absent: nothing but the item is asked for. */
  readonly fields?: readonly string[] | undefined
  /** Where the cursor goes after a scan; the next empty field by default. */
  readonly onDone?: () => void
}

/** A SKU, an alias or a code: typed, scanned with Enter, or found by words of its description. */
export function ItemInput(props: ItemInputProps) {
  const { value, onChange, error, autoFocus, isOptional = false, onSaid, fields, onDone } = props
  const [refusal, setRefusal] = useState<string>()
  const [sources, setSources] = useState<Sources>()
  // The newest: a scanner may be faster than the response about what it has scanned before.
  const latest = useRef(value)
  const type = (text: string) => {
    latest.current = text
    setRefusal(undefined)
    setSources(undefined)
    onChange(text)
  }
  const field = useRef<HTMLInputElement>(null)
  const take = async (code: string) => {
    type(code)
    const said = await readCode(code)
    if (latest.current !== code) return
    if ('refusal' in said) {
      signalScan('refused', field.current)
      return setRefusal(said.refusal)
    }
    // What comes next looks at the fields as they are then.
    flushSync(() => {
      type(said.texts.itemID ?? code)
      setSources(said.sources)
      onSaid?.(said.texts)
    })
    // Whoever types a SKU hears nothing.
    if (said.texts.itemID !== code) signalScan('taken', field.current)
    if (onDone) onDone()
    else if (field.current) focusNextEmpty(field.current)
  }
  useScanField((code) => {
    // A form that is being sent keeps its item.
    if (!field.current || field.current.matches(':disabled')) return false
    void take(code)
    return true
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (typeSeparator(event, type)) return
    const { target } = event
    // Enter may have chosen one of the list.
    if (event.key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
    if (target.value.trim() === '') return
    event.preventDefault()
    void take(target.value)
  }
  const { found, failure } = useSuggestions(value, (search) => suggestions({ search }))
  const chosen = found.find(({ shortID }) => shortID === value)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it
    <div onKeyDown={onKeyDown}>
      <Autocomplete
        ref={field}
        label="Item"
        rightSection={<CameraButton onCode={take} />}
        description={
          chosen ? `${chosen.description}, in ${chosen.uOM}` : (failure ?? 'SKU, alias, code or description')
        }
        value={value}
        onChange={type}
        // The list would cover the next field when nothing is left to choose.
        {...listed(chosen ? [] : found.map(({ shortID, description }) => [shortID, description]))}
        required={!isOptional}
        withAsterisk={false}
        autoFocus={autoFocus ?? false}
        error={refusal ?? lengthFault(value, MAX_SCAN) ?? error}
        spellCheck={false}
      />
      {fields && value !== '' && <Untaken of={sources} fields={fields} />}
    </div>
  )
}
