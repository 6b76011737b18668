import { Select } from '@mantine/core'
import { type ReasonKind, useReasonsFor } from '../../api/stock/registries.ts'
import { NOTE_LAST } from './note-last.ts'

interface ReasonSelectProps {
  readonly label: string
  /** Only reasons for this; of any reason each says its direction. */
  readonly kind: ReasonKind
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: string | undefined
  /** Why this one is chosen already. */
  readonly why: string | undefined
}

export function ReasonSelect({ label, kind, value, onChange, error, why }: ReasonSelectProps) {
  const codes = useReasonsFor(kind)
  // Holds need no reason: without one that is theirs, the remark says why.
  if (kind === 'hold' && codes.length === 0) return null
  return (
    <Select
      label={label}
      data={codes.map((code) => ({
        value: String(code.code),
        label: kind === 'any reason' ? `${code.name} (${code.direction})` : code.name,
      }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable={kind === 'any reason' || kind === 'hold'}
      error={error}
      description={why}
      inputWrapperOrder={NOTE_LAST}
    />
  )
}
