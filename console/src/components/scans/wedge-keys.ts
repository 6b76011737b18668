import type { KeyboardEvent } from 'react'
import { GROUP_SEPARATOR } from '../../../../shared/scan/elements.ts'

/**
 * Scanners type FNC1 as Ctrl+], which no browser writes into a field. Its mark is written there instead; whether it was
 * that key.
 */
export function typeSeparator(event: KeyboardEvent<HTMLElement>, onTyped: (text: string) => void): boolean {
  const { target } = event
  if (!event.ctrlKey || event.key !== ']' || !(target instanceof HTMLInputElement)) return false
  event.preventDefault()
  onTyped(`${target.value}${GROUP_SEPARATOR}`)
  return true
}
