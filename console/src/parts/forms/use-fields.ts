import { useState } from 'react'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** Texts of a form's fields, and the properties that tie an input to one of them. */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(initial)
  const set = (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value }))
  return {
    values,
    set,
    reset: (to: Partial<Record<Name, string>> = {}) => setValues({ ...initial, ...to }),
    bind: (name: Name, errors: FieldErrors) => ({
      value: values[name],
      error: errors[name]?.join(', '),
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    }),
  }
}
