import { Select } from '@mantine/core'
import { useState } from 'react'
import { nameIn, useCategories } from '../../api/stock/categories.ts'
import type { Filter, FilterProps } from './filters.tsx'

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
      nothingFoundMessage="No such category"
      // What is typed takes the place of what was chosen.
      onFocus={({ currentTarget }) => currentTarget.select()}
      value={value === undefined ? '' : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
      allowDeselect={false}
      w={{ base: '47%', xs: 180 }}
    />
  )
}
