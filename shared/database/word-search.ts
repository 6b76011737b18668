/** Matches records in which each word of a text is in one of the fields, ignoring case; {} without words. */
export function containsWords(search: string | undefined, fields: readonly string[]): { $and?: object[] } {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return {}
  return {
    $and: words.map((word) => {
      const pattern = { $regex: word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), $options: 'i' }
      return { $or: fields.map((field) => ({ [field]: pattern })) }
    }),
  }
}

/** Texts that begin with this one, in its case: a range of an index. */
export const beginningWith = (text: string) => ({ $gte: text, $lt: `${text}\u{10ffff}` })
