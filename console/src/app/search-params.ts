type Given = Readonly<Record<string, unknown>>

/** A number of an address; undefined if it is none. */
export const numberOf = (given: Given, name: string): number | undefined => {
  const value = given[name]
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** A text of an address. A text of digits comes as a number, because addresses are read as JSON. */
export const textOf = (given: Given, name: string): string | undefined => {
  const value = given[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export const directionOf = (given: Given): 'ASC' | 'DESC' | undefined =>
  given.direction === 'DESC' ? 'DESC' : given.direction === 'ASC' ? 'ASC' : undefined
