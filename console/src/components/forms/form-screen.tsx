import type { ReactNode } from 'react'
import { textOf } from '../../fold/person-numbers.ts'
import { Screen } from '../screen.tsx'
import { FieldsForm, type FieldsFormProps } from './fields-form.tsx'

type Search<Name extends string> = { readonly [One in Name]?: string | number | undefined }

interface FormDeclaration<Body, Shown, Result>
  extends Omit<FieldsFormProps<Body, Shown, Result>, 'verb' | 'initial' | 'said'> {
  readonly title: string
  /** What the button does, if it is not the title. */
  readonly verb?: string
  /** What the fields begin with: the address says it. */
  readonly useSearch?: () => Search<keyof Body & string>
}

export type FormScreen = () => ReactNode

export const formScreen = <Body extends object, Shown, Result>(
  declared: FormDeclaration<Body, Shown, Result>,
): FormScreen => {
  const { title, verb = title, useSearch = () => ({}), ...form } = declared
  return function OneForm() {
    const said = textsOf(useSearch())
    return (
      <Screen title={title}>
        <FieldsForm
          key={JSON.stringify(said)}
          verb={verb}
          next={`${verb} another`}
          said={said}
          of={JSON.stringify(said)}
          {...form}
        />
      </Screen>
    )
  }
}

const textsOf = (search: Search<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
  )
