import { TextInput } from '@mantine/core'
import { parseDecimal } from '../../fold/parse-decimal.ts'

interface QuantityInputProps {
  readonly label?: string
  readonly value: string
  readonly error: string | undefined
  readonly autoFocus?: boolean
  readonly onChange: (event: { currentTarget: { value: string } }) => void
}

/** A quantity, at most 6 decimals. */
export function QuantityInput({ label = 'Units', value, error, onChange, autoFocus = false }: QuantityInputProps) {
  const isBad = value.trim() !== '' && parseDecimal(value) === undefined
  return (
    <TextInput
      label={label}
      value={value}
      onChange={onChange}
      inputMode="decimal"
      autoFocus={autoFocus}
      autoComplete="off"
      error={isBad ? 'A number such as 12 or 0.5, at most 6 decimals' : error}
    />
  )
}
