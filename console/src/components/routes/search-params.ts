import { isDayName } from '../../../../shared/day.ts'

/** Reads a parameter of an address; undefined if it is not of the kind. */
type Parameter<Value> = (given: unknown) => Value | undefined

type SearchOf<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined }

/** The parameters of an address that a screen knows. */
export const searchOf =
  <Values extends object>(parameters: { readonly [Name in keyof Values]: Parameter<Values[Name]> }) =>
  (given: Record<string, unknown>): SearchOf<Values> => {
    const values: { [Name in keyof Values]?: Values[Name] | undefined } = {}
    for (const name in parameters) values[name] = parameters[name](given[name])
    return values
  }

export const number: Parameter<number> = (given) => {
  const value = typeof given === 'string' && given !== '' ? Number(given) : given
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A text of digits comes as a number, because addresses are read as JSON. */
export const text: Parameter<string> = (given) =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : undefined

/** A day such as 2026-01-31. */
export const day: Parameter<string> = (given) =>
  typeof given === 'string' && isDayName(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

export const oneOf =
  <const Value>(values: readonly Value[]): Parameter<Value> =>
  (given) =>
    values.find((value) => value === given)

/** Texts and numbers of any name: the service knows them, and no screen. */
export const anything = (given: Record<string, unknown>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => ['string', 'number'].includes(typeof value)))

/** What forms about stock begin with. */
export const forStock = searchOf({ itemID: text, wid: number })
