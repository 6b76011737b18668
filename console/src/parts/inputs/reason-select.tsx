import { Select } from '@mantine/core'
import { useReasonCodes } from '../../api/stock/registries.ts'
import { NOTE_LAST } from './note-last.ts'

interface ReasonSelectProps {
  readonly label: string
  /** Only reasons for receipts or for issues; otherwise each says which it is. */
  readonly direction: 'in' | 'out' | undefined
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: string | undefined
  /** Why this one is chosen already. */
  readonly why: string | undefined
}

export function ReasonSelect({ label, direction, value, onChange, error, why }: ReasonSelectProps) {
  const codes = useReasonCodes().filter((code) => direction === undefined || code.direction === direction)
  return (
    <Select
      label={label}
      data={codes.map((code) => ({
        value: String(code.code),
        label: direction === undefined ? `${code.name} (${code.direction})` : code.name,
      }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable={direction === undefined}
      error={error}
      description={why}
      inputWrapperOrder={NOTE_LAST}
    />
  )
}
