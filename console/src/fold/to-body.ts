/** What a field's text stands for. */
export interface FieldValue<Value> {
  /** What is said to be missing while the text is no value: `quantity`. */
  readonly name: string
  readonly isRequired: boolean
  readonly parse: (text: string) => Value | undefined
}

/** The body that the texts of a form stand for, or which required fields are missing. */
export function toBody<Body extends object>(
  fields: readonly (readonly [string, FieldValue<unknown>])[],
  texts: Readonly<Record<string, string>>,
): { readonly body: Body } | { readonly missing: string } {
  const given = fields.map(([name, field]) => {
    const text = texts[name]?.trim() ?? ''
    return { name, field, text, value: text === '' ? undefined : field.parse(text) }
  })
  const open = given.filter(({ field, text, value }) => value === undefined && (field.isRequired || text !== ''))
  const body = Object.fromEntries(given.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])))
  const isComplete = (_: object): _ is Body => open.length === 0
  return isComplete(body) ? { body } : { missing: sayMissing(open.map(({ field }) => field.name)) }
}

export const sayMissing = (names: readonly string[]): string => `Required: ${names.join(', ')}`
