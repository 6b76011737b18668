import { Select } from '@mantine/core'
import { useReasonCodes } from '../../api/registries.ts'

interface ReasonSelectProps {
  readonly direction?: 'in' | 'out'
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error?: string | undefined
  readonly isOptional?: boolean
}

export function ReasonSelect({ direction, value, onChange, error, isOptional = false }: ReasonSelectProps) {
  const codes = useReasonCodes().filter((code) => direction === undefined || code.direction === direction)
  return (
    <Select
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      data={codes.map(({ code, name }) => ({ value: String(code), label: name }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable={isOptional}
      allowDeselect={isOptional}
      error={error}
    />
  )
}
