import { Autocomplete } from '@mantine/core'
import { useMay } from '../../api/access/session-context.ts'
import { customers, vendors } from '../../api/orders/parties.ts'
import { lengthFault } from '../../fold/field-words.ts'
import { listed } from './listed.tsx'
import { NOTE_LAST } from './note-last.ts'
import { useSuggestions } from './use-suggestions.ts'

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
  description = 'Short name, or words of the name',
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
