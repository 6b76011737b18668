type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that are filled in: neither blank nor undefined. */
export function withoutBlanks<T extends object>(fields: T): Filled<T> {
  const filled: Filled<T> = { ...fields }
  for (const name in filled) if (filled[name] === undefined || String(filled[name]) === '') delete filled[name]
  return filled
}
