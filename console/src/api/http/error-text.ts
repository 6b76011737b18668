import { inFieldWords } from '../../fold/field-words.ts'
import { InventoryError } from './client.ts'

/** An order may have hundreds of wrong lines, each of which stands beside its line too. */
const MOST_FIELDS = 8

/** What went wrong, in the interface's words; its fields are called as people call them. */
export function messageOf(error: unknown): string {
  if (error instanceof InventoryError) {
    const about = Object.entries(error.details ?? {}).flatMap(([field, messages]) =>
      messages.map((message) => inFieldWords(field, message)),
    )
    const more = about.length - MOST_FIELDS
    if (more > 0) return `${about.slice(0, MOST_FIELDS).join(' ')} And ${more} more.`
    return about.length > 0 ? about.join(' ') : error.message
  }
  if (error instanceof TypeError) return 'The service cannot be reached.'
  return error instanceof Error ? error.message : String(error)
}
