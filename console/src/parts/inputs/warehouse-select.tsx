import { Select } from '@mantine/core'
import { useEffect } from 'react'
import { useWarehouses } from '../../api/stock/registries.ts'

interface WarehouseSelectProps {
  readonly value: number | undefined
  readonly onChange: (wid: number | undefined) => void
  readonly label?: string
  /** What is chosen without a warehouse; absent: there must be one. */
  readonly all?: string
  readonly error?: string | undefined
  /** Stands beside other filters, not in the grid of a form. */
  readonly isFilter?: boolean
}

export function WarehouseSelect({
  value,
  onChange,
  label = 'Warehouse',
  all,
  error,
  isFilter = false,
}: WarehouseSelectProps) {
  const warehouses = useWarehouses()
  const only = warehouses.length === 1 && all === undefined && !isFilter ? warehouses[0]?.wID : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: who has one warehouse need not choose it
  useEffect(() => {
    if (value === undefined && only !== undefined) onChange(only)
  }, [value, only])
  const data = warehouses.map(({ wID, name }) => ({ value: String(wID), label: name }))
  return (
    <Select
      label={label}
      data={all === undefined ? data : [{ value: '', label: all }, ...data]}
      value={value === undefined ? (all === undefined ? null : '') : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
      allowDeselect={false}
      error={error}
      comboboxProps={{ withinPortal: true }}
      {...(isFilter && { w: { base: '100%', xs: 180 } })}
    />
  )
}
