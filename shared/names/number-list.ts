/** The numbers in a list such as `SO-1, SO-2`, each once. */
export const toNumberList = (text: string): readonly string[] => [
  ...new Set(text.split(',').flatMap((number) => number.trim() || [])),
]

/** Whether a number can stand in such a list: one that has a comma itself cannot. */
export const isListable = (number: string): boolean => !number.includes(',')
