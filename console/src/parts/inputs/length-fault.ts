import { toText } from '../../fold/person-numbers.ts'

/**
 * What is wrong with a text that is longer than its field may be. The browser would cut what is pasted without a word
 * (`maxlength`); here it stays as it is, and is refused.
 */
export const lengthFault = (text: string, most: number): string | undefined =>
  text.trim().length > most ? `At most ${most} characters; these are ${toText(text.trim().length)}` : undefined
