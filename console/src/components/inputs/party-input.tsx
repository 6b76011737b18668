import { Autocomplete } from '@mantine/core'
import { customers, vendors } from '../../api/parties.ts'
import { useMay } from '../../api/session-context.ts'
import { lengthFault } from '../../fold/field-words.ts'
import { NOTE_LAST } from './registry-selects.tsx'
import { listed, useSuggestions } from './suggestions.tsx'

const kinds = { Customer: customers, Vendor: vendors } as const

interface PartyInputProps {
  readonly kind: keyof typeof kinds
  readonly label?: string
  readonly description?: string
  readonly maxLength?: number
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
  readonly autoFocus: boolean
}

/** A registered customer or vendor: its short name, or found by words of its names. */
export function PartyInput({
  kind,
  value,
  label = kind,
  description = 'Short name or name',
  maxLength = 128,
  error,
  ...props
}: PartyInputProps) {
  const mayRead = useMay('readParties')
  const { found, failure } = useSuggestions(value, (search) => kinds[kind].suggestions({ search }), mayRead)
  const active = found.filter((one) => one.active)
  const chosen = found.find(({ shortID }) => shortID === value)
  return (
    <Autocomplete
      label={label}
      description={chosen?.name ?? failure ?? description}
      inputWrapperOrder={NOTE_LAST}
      value={value}
      {...listed(chosen ? [] : active.map(({ shortID, name }) => [shortID, name]))}
      spellCheck={false}
      error={lengthFault(value, maxLength) ?? error}
      {...props}
    />
  )
}
