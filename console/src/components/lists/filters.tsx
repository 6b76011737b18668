import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { lengthFault } from '../../fold/field-words.ts'
import { WarehouseSelect } from '../inputs/warehouse-select.tsx'

export interface FilterProps<Value> {
  /** Absent: records of every value are shown. */
  readonly value: Value | undefined
  onChange(value: Value | undefined): void
}

/** How a parameter of a list's address is chosen. */
export interface Filter<Value> {
  input(props: FilterProps<Value>): ReactNode
}

export const warehouseFilter = (label = 'Warehouse'): Filter<number> => ({
  input: (props) => <WarehouseSelect isFilter label={label} all="All warehouses" {...props} />,
})

/** Only records of which something holds, or all. */
export const onlyFilter = (label: string): Filter<true> => ({
  input: ({ value = false, onChange }) => (
    <Switch
      label={label}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      mb={8}
    />
  ),
})

/** One of few states, or all. */
export const stateFilter = <State extends string>(label: string, states: readonly State[]): Filter<State> => ({
  input: ({ value, onChange }) => (
    <SegmentedControl
      aria-label={label}
      data={['All', ...states]}
      value={value ?? 'All'}
      onChange={(chosen) => onChange(states.find((one) => one === chosen))}
      w="fit-content"
      maw="100%"
      style={{ overflowX: 'auto' }}
      // Five states fit beside each other on a phone.
      styles={{ label: { paddingInline: 'clamp(6px, 1.8vw, 10px)' } }}
      autoContrast
    />
  ),
})

/** One of many statuses, or all. */
export const statusFilter = <Status extends string>(statuses: readonly Status[]): Filter<Status> => ({
  input: ({ value, onChange }) => (
    <Select
      label="Status"
      data={[{ value: '', label: 'All' }, ...statuses.map((one) => ({ value: one, label: one }))]}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(chosen) => onChange(statuses.find((one) => one === chosen))}
      w={{ base: '100%', xs: 160 }}
    />
  ),
})

/** Words to look for, once they are typed. */
export const wordsFilter = (label: string): Filter<string> => ({
  input: (props) => <WordsInput key={props.value} label={label} {...props} />,
})

function WordsInput({ label, value = '', onChange }: FilterProps<string> & { readonly label: string }) {
  const [typed, setTyped] = useState(value)
  const fault = lengthFault(typed, 64)
  return (
    <TextInput
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      error={fault}
      onBlur={() => fault === undefined && typed.trim() !== value && onChange(typed.trim() || undefined)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      w={{ base: '47%', xs: 180 }}
    />
  )
}
