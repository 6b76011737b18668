import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { suggestions } from '../../api/stock/items.ts'

const TYPING_STOPS_MS = 350

interface ItemInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  /** The form may be sent while it is blank. */
  readonly isOptional?: boolean
}

/** A SKU or an alias: typed, scanned, or found by words of its description. */
export function ItemInput({ value, onChange, error, autoFocus, isOptional = false }: ItemInputProps) {
  const [search] = useDebouncedValue(value.trim(), TYPING_STOPS_MS)
  const { data } = useQuery({
    ...suggestions({ search }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })
  const found = data?.value ?? []
  const chosen = found.find(({ shortID }) => shortID === value)
  return (
    <Autocomplete
      label="Item"
      description={chosen ? `${chosen.description}, in ${chosen.uOM}` : 'SKU, alias, or words of the description'}
      value={value}
      onChange={onChange}
      // The list would cover the next field when nothing is left to choose.
      data={chosen ? [] : found.map(({ shortID }) => shortID)}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span>
          <b>{option.value}</b> {found.find(({ shortID }) => shortID === option.value)?.description}
        </span>
      )}
      maxLength={64}
      required={!isOptional}
      withAsterisk={false}
      autoFocus={autoFocus ?? false}
      error={error}
      spellCheck={false}
    />
  )
}
