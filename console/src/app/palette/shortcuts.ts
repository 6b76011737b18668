import { useEffect, useRef } from 'react'
import { GROUP_SEPARATOR } from '../../../../shared/scan/elements.ts'

/** Keys of a scanner follow each other faster than those of a person. */
const SCANNER_MS = 50
/** So long `g` waits for the second key. */
const SEQUENCE_MS = 1_500
const SHORTEST_SCAN = 3

interface Actions {
  readonly search: () => void
  /** What was scanned while no field was in focus. */
  readonly scan: (code: string) => void
  readonly help: () => void
  /** The key after `g`. */
  readonly go: (key: string) => void
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.closest('input, textarea, select, [role=dialog]') !== null || target.isContentEditable)

/** Keys of the whole page: shortcuts, and scans while no field is in focus. */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let typed = ''
    let before = ''
    let last = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      const act = (action: () => void) => {
        event.preventDefault()
        event.stopPropagation()
        typed = ''
        action()
      }
      const { search, scan, help, go } = latest.current
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return act(search)
      if (isField(event.target) || event.defaultPrevented) return
      const sinceLast = timeStamp - last
      const isScanned = sinceLast <= SCANNER_MS
      if (key === 'Enter') {
        const code = typed
        if (isScanned && code.length >= SHORTEST_SCAN) act(() => scan(code))
        return
      }
      const letter = ctrlKey && key === ']' ? GROUP_SEPARATOR : key
      if (letter.length !== 1 || altKey || metaKey || (ctrlKey && letter !== GROUP_SEPARATOR)) return
      before = isScanned ? '' : sinceLast <= SEQUENCE_MS ? typed : ''
      typed = isScanned ? typed + letter : letter
      last = timeStamp
      if (isScanned) return
      if (letter === '/') act(search)
      else if (letter === '?') act(help)
      else if (before === 'g') act(() => go(letter))
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])
}
