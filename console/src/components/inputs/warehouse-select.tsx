import { Select } from '@mantine/core'
import { useWarehouses } from '../../api/stock/registries.ts'
import { NOTE_LAST } from './note-last.ts'

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
