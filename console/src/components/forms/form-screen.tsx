import type { ReactNode } from 'react'
import { textOf } from '../../fold/person-numbers.ts'
import { Screen } from '../screen.tsx'
import { FieldsForm, type FieldsFormProps } from './fields-form.tsx'

type Search<Name extends string> = { readonly [One in Name]?: string | number | undefined }

interface FormDeclaration<Body, Shown, Answer>
  extends Omit<FieldsFormProps<Body, Shown, Answer>, 'verb' | 'initial' | 'said'> {
  readonly title: string
  /** What the button does, if it is not the title. */
  readonly verb?: string
  /** What the fields begin with: the address says it. */
  readonly useSearch?: () => Search<keyof Body & string>
}

/** Named, so that the type of a screen does not depend on the addresses of all screens. */
export type FormScreen = () => ReactNode

/** A screen that is a form. */
export const formScreen = <Body extends object, Shown, Answer>(
  declared: FormDeclaration<Body, Shown, Answer>,
): FormScreen => {
  const { title, verb = title, useSearch = () => ({}), ...form } = declared
  return function OneForm() {
    const said = textsOf(useSearch())
    return (
      <Screen title={title}>
        <FieldsForm key={JSON.stringify(said)} verb={verb} said={said} of={JSON.stringify(said)} {...form} />
      </Screen>
    )
  }
}

const textsOf = (search: Search<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
  )
