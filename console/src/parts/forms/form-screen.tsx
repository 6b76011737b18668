import type { ReactNode } from 'react'
import { Screen } from '../screen.tsx'
import { FieldsForm, type FieldsFormProps } from './fields-form.tsx'

type Search<Name extends string> = { readonly [One in Name]?: string | number | undefined }

interface FormDeclaration<Body, Shown, Answer> extends Omit<FieldsFormProps<Body, Shown, Answer>, 'verb' | 'initial'> {
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
    return (
      <Screen title={title}>
        <FieldsForm verb={verb} initial={textsOf(useSearch())} {...form} />
      </Screen>
    )
  }
}

function textsOf<Name extends string>(search: Search<Name>): { [One in Name]?: string } {
  const texts: { [One in Name]?: string } = {}
  for (const name in search) if (search[name] !== undefined) texts[name] = String(search[name])
  return texts
}
