import type { AutocompleteProps } from '@mantine/core'

/** What an Autocomplete lists: the text that each record is chosen by, and its name. What is found is not filtered again. */
export const listed = (
  found: readonly (readonly [text: string, name: string])[],
): Required<Pick<AutocompleteProps, 'data' | 'filter' | 'renderOption'>> => ({
  data: found.map(([text]) => text),
  filter: ({ options }) => options,
  renderOption: ({ option }) => (
    <span>
      <b>{option.value}</b> {found.find(([text]) => text === option.value)?.[1]}
    </span>
  ),
})
