import { InventoryError } from './client.ts'

/** What went wrong, in the interface's words. */
export function messageOf(error: unknown): string {
  if (error instanceof InventoryError) {
    const details = Object.entries(error.details ?? {}).map(([field, messages]) => `${field}: ${messages.join(', ')}`)
    return details.length > 0 ? details.join('. ') : error.message
  }
  if (error instanceof TypeError) return 'The service cannot be reached.'
  return error instanceof Error ? error.message : String(error)
}
