import type { ReactNode } from 'react'
import type { FieldValue } from '../../fold/to-body.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

export interface InputProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
  readonly autoFocus: boolean
}

/** A field of a form: how it is shown, and the value that its text stands for. */
export interface Field<Value> extends FieldValue<Value> {
  /** Takes a row of its own. */
  readonly isWide: boolean
  readonly input: (props: InputProps) => ReactNode
}

type Required<Value> = Field<Value> & { readonly isRequired: true }

type RequiredName<Body> = { [Name in keyof Body]-?: object extends Pick<Body, Name> ? never : Name }[keyof Body]

/** The fields of a body, in the order in which they are shown; what the body must have is required. */
export type Fields<Body> = { readonly [Name in RequiredName<Body>]: Required<Body[Name]> } & {
  readonly [Name in keyof Body]?: Field<NonNullable<Body[Name]>>
}

export type Texts<Body> = { readonly [Name in keyof Body]?: string }

export const required = <Value>(field: Field<Value>): Required<Value> => ({ ...field, isRequired: true })

export const listFields = <Body>(fields: Fields<Body>): readonly (readonly [string, Field<unknown>])[] =>
  Object.entries<Field<unknown>>(fields)
