import { Autocomplete } from '@mantine/core'
import { useContext } from 'react'
import { useCategories } from '../../api/categories.ts'
import { lengthFault } from '../../fold/field-words.ts'
import { FormTexts } from './quantity-input.tsx'
import { listed } from './suggestions.tsx'

interface CategoryInputProps {
  readonly label: string
  /** Of the category that the form has. */
  readonly isSub?: boolean
  /** A number, or a name as long as it is typed. */
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

/** A category or a sub-category: its number, or found by its name. */
export function CategoryInput({ isSub = false, value, onChange, error, ...props }: CategoryInputProps) {
  const { category = '' } = useContext(FormTexts)
  const named = useCategories()
    .filter((one) =>
      isSub ? `${one.category}` === category && one.subCategory !== undefined : one.subCategory === undefined,
    )
    .map((one) => ({ number: String(one.subCategory ?? one.category), name: one.name }))
  const typed = value.trim().toLowerCase()
  const chosen = named.find(({ number }) => number === value)
  const found = named.filter(({ number, name }) => number.startsWith(typed) || name.toLowerCase().includes(typed))
  const exact = named.filter(({ name }) => name.toLowerCase() === typed)
  const takeName = () => {
    const [only, ...others] = exact
    if (only && others.length === 0) onChange(only.number)
  }
  return (
    <Autocomplete
      description={chosen?.name ?? 'Number or name'}
      value={value}
      onChange={onChange}
      onBlur={takeName}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented || exact.length === 0) return
        event.preventDefault()
        takeName()
      }}
      {...listed(chosen ? [] : found.map(({ number, name }) => [number, name]))}
      spellCheck={false}
      error={lengthFault(value, 64) ?? error}
      {...props}
    />
  )
}
