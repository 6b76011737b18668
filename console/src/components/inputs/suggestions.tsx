import type { AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { GROUP_SEPARATOR } from '../../../../shared/scan/elements.ts'
import { messageOf } from '../../api/http/client.ts'
import { tryingAgain } from '../../api/http/query-client.ts'

const TYPING_STOPS_MS = 350
/** Longer texts are codes, and so are those with a separator. */
const MAX_SEARCH = 64

interface Suggestions<Row> {
  readonly queryKey: QueryKey
  readonly queryFn: () => Promise<{ readonly value: readonly Row[] }>
}

/** Records with the words that are typed, once the typing stops, or why they could not be read. */
export function useSuggestions<Row>(
  typed: string,
  toQuery: (search: string) => Suggestions<Row>,
  isOn = true,
): { readonly found: readonly Row[]; readonly failure?: string } {
  const [search] = useDebouncedValue(typed.trim(), TYPING_STOPS_MS)
  const { queryKey, queryFn } = toQuery(search)
  const { data, error } = useQuery({
    queryKey,
    queryFn,
    ...tryingAgain,
    enabled: isOn && search.length > 1 && search.length <= MAX_SEARCH && !search.includes(GROUP_SEPARATOR),
    placeholderData: keepPreviousData,
  })
  return { found: data?.value ?? [], ...(error && { failure: `Suggestions are unavailable: ${messageOf(error)}` }) }
}

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
