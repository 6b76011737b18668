import { type InputWrapperProps, Select } from '@mantine/core'
import { type ReasonKind, useReasonsFor, useWarehouses } from '../../api/registries.ts'

interface WarehouseSelectProps {
  readonly value: number | undefined
  readonly onChange: (wid: number | undefined) => void
  readonly label?: string
  /** What is chosen without a warehouse; absent: there must be one. */
  readonly all?: string
  readonly error?: string | undefined
  /** Why this one is chosen already. */
  readonly why?: string | undefined
  /** Stands beside other filters, not in the grid of a form. */
  readonly isFilter?: boolean
}

export function WarehouseSelect({
  value,
  onChange,
  label = 'Warehouse',
  all,
  error,
  why,
  isFilter = false,
}: WarehouseSelectProps) {
  const warehouses = useWarehouses()
  const data = warehouses.map(({ wID, name }) => ({ value: String(wID), label: name }))
  return (
    <Select
      label={label}
      data={all === undefined ? data : [{ value: '', label: all }, ...data]}
      value={value === undefined ? (all === undefined ? null : '') : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
      allowDeselect={false}
      error={error}
      description={why}
      inputWrapperOrder={NOTE_LAST}
      comboboxProps={{ withinPortal: true }}
      {...(isFilter && { w: { base: '100%', xs: 180 } })}
    />
  )
}

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

/** A note above the field would move it out of its row. */
export const NOTE_LAST: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']
