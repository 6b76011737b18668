import { TextInput } from '@mantine/core'
import { parseDecimal } from '../../fold/parse-decimal.ts'

interface QuantityInputProps {
  readonly label?: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { currentTarget: { value: string } }) => void
}

/** A quantity, at most 6 decimals. */
export function QuantityInput({ label = 'Units', value, error, onChange }: QuantityInputProps) {
  const isBad = value.trim() !== '' && parseDecimal(value) === undefined
  return (
    <TextInput
      label={label}
      value={value}
      onChange={onChange}
      inputMode="decimal"
      autoComplete="off"
      error={isBad ? 'A number such as 12 or 0.5, at most 6 decimals' : error}
    />
  )
}
