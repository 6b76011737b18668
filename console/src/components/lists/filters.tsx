import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { nameIn, useCategories } from '../../api/categories.ts'
import { lengthFault } from '../../fold/field-words.ts'
import { WarehouseSelect } from '../inputs/registry-selects.tsx'

interface FilterProps<Value> {
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

/** A category by its name, or by the number of one that has none. */
export const categoryFilter: Filter<number> = { input: (props) => <CategorySelect {...props} /> }

function CategorySelect({ value, onChange }: FilterProps<number>) {
  const [typed, setTyped] = useState('')
  const all = useCategories()
  const named = all.flatMap(({ category, subCategory }) => (subCategory === undefined ? [category] : []))
  const others = [...(value === undefined ? [] : [value]), ...(/^\d{1,10}$/.test(typed) ? [Number(typed)] : [])]
  const data = [...new Set([...named, ...others])].map((category) => {
    const name = nameIn(all, category)
    return { value: String(category), label: name === undefined ? String(category) : `${name} (${category})` }
  })
  return (
    <Select
      label="Category"
      data={[{ value: '', label: 'All categories' }, ...data]}
      searchable
      onSearchChange={setTyped}
      nothingFoundMessage="No matching category"
      // What is typed takes the place of what was chosen.
      onFocus={({ currentTarget }) => currentTarget.select()}
      value={value === undefined ? '' : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
      allowDeselect={false}
      w={{ base: '47%', xs: 180 }}
    />
  )
}
