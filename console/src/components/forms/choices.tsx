import { Checkbox, Select, SimpleGrid } from '@mantine/core'
import type { Field } from './fields.tsx'

export interface Option {
  readonly value: string
  readonly label: string
}

type UseOptions = () => readonly Option[]

/** One of several. */
export const choice = <Value,>(
  label: string,
  useOptions: UseOptions,
  parse: (chosen: string) => Value | undefined,
): Field<Value> => ({
  name: label.toLowerCase(),
  isRequired: false,
  isWide: false,
  parse,
  input: ({ value, onChange, error }) => (
    <Select
      label={label}
      data={useOptions()}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      error={error}
      searchable
      clearable
    />
  ),
})

const SEPARATOR = ' '

export const chosenText = (chosen: readonly (string | number)[]): string => chosen.join(SEPARATOR)

/** Any of several, in the order in which they were chosen. */
export const choices = <Value,>(
  label: string,
  useOptions: UseOptions,
  parse: (chosen: string) => Value | undefined,
): Field<Value[]> => ({
  name: label.toLowerCase(),
  isRequired: false,
  isWide: true,
  parse: (text) => text.split(SEPARATOR).flatMap((one) => parse(one) ?? []),
  input: ({ value, onChange, error }) => {
    const options = useOptions()
    if (options.length === 0) return null
    return (
      <Checkbox.Group
        label={label}
        value={value === '' ? [] : value.split(SEPARATOR)}
        onChange={(chosen) => onChange(chosenText(chosen))}
        error={error}
      >
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing={10} mt={6}>
          {options.map((option) => (
            <Checkbox key={option.value} {...option} size="xs" />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    )
  },
})

export const mark = (label: string): Field<boolean> => ({
  name: label.toLowerCase(),
  isRequired: false,
  isWide: true,
  parse: (text) => text === 'true',
  input: ({ value, onChange, error }) => (
    <Checkbox
      label={label}
      checked={value === 'true'}
      onChange={(event) => onChange(String(event.currentTarget.checked))}
      error={error}
      size="xs"
    />
  ),
})
