import { Button, Group, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { toText, toTyped } from '../../fold/person-numbers.ts'
import { signalScan } from '../scans/scanner.ts'
import { isCode, readingOf } from './typed-number.ts'

interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly inputRef?: RefObject<HTMLInputElement | null>
  /** What was typed or calculated. */
  readonly value: string
  readonly onChange: (text: string) => void
  /** It is read by whoever shows the field: as a third of a package, for instance, which is a number of units. */
  readonly isRead?: boolean
}

/** A decimal number. What can be read in two ways is no number until one of them is chosen below the field. */
export function NumberInput({
  value,
  onChange,
  description,
  error,
  onKeyDown,
  inputRef,
  isRead = false,
  ...props
}: NumberInputProps) {
  const own = useRef<HTMLInputElement>(null)
  const field = inputRef ?? own
  const { reading, fault, choices } = readingOf(value)
  const choose = (number: number) => {
    onChange(toTyped(number))
    field.current?.focus()
  }
  return (
    <div>
      <TextInput
        ref={field}
        inputMode="decimal"
        autoComplete="off"
        {...props}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        // Enter leads to the next field, and a scanner types it: what is open stays in sight.
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key === 'Enter' && isCode(value)) {
            event.currentTarget.select()
            signalScan('refused', event.currentTarget)
            return event.preventDefault()
          }
          if (event.key === 'Enter' && choices) return event.preventDefault()
          onKeyDown?.(event)
        }}
        description={description ?? reading}
        error={(isRead ? undefined : fault) ?? error}
      />
      {choices && (
        <Group gap={6} mt={4} role="group" aria-label={`What ${value.trim()} means`}>
          {choices.map((number) => (
            <Button key={number} variant="default" size="compact-sm" className="num" onClick={() => choose(number)}>
              {toText(number)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}
