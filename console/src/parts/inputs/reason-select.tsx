import { Select } from '@mantine/core'
import { useReasonCodes } from '../../api/stock/registries.ts'

interface ReasonSelectProps {
  readonly label: string
  /** Only reasons for receipts or for issues; otherwise each says which it is. */
  readonly direction: 'in' | 'out' | undefined
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: string | undefined
}

export function ReasonSelect({ label, direction, value, onChange, error }: ReasonSelectProps) {
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
    />
  )
}

/** The first reason of a direction: what a reason that was left blank stands for. */
export function useUsualReason(direction: 'in' | 'out'): { readonly reasonCode?: string } {
  const usual = useReasonCodes().find((code) => code.direction === direction)?.code
  return usual === undefined ? {} : { reasonCode: String(usual) }
}
