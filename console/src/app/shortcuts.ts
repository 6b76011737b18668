import { useEffect, useRef } from 'react'
import { GROUP_SEPARATOR } from '../../../shared/scan/elements.ts'

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
  /** The search is open. It may be read still, or not have the cursor yet: what is typed meanwhile is meant for it. */
  readonly opened?: {
    readonly type: (change: (typed: string) => string) => void
    readonly enter: () => void
    readonly close: () => void
  }
}

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof HTMLElement && target.closest(selector) !== null
const FIELDS = 'input, textarea, select'
const isField = (target: EventTarget | null) =>
  isIn(target, `${FIELDS}, [role=dialog]`) || (target instanceof HTMLElement && target.isContentEditable)
/** The search has the cursor. */
const isInSearch = (target: EventTarget | null) => isIn(target, '[role=dialog]') && isIn(target, FIELDS)

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
      const { search, scan, help, go, opened } = latest.current
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return act(search)
      const letter = ctrlKey && key === ']' ? GROUP_SEPARATOR : key
      const isLetter = letter.length === 1 && !altKey && !metaKey && (!ctrlKey || letter === GROUP_SEPARATOR)
      if (opened && !isInSearch(event.target)) {
        const { type, enter, close } = opened
        if (isLetter) act(() => type((typed) => typed + letter))
        else if (key === 'Backspace') act(() => type((typed) => typed.slice(0, -1)))
        else if (key === 'Enter') act(enter)
        else if (key === 'Escape') act(close)
        return
      }
      if (isField(event.target) || event.defaultPrevented) return
      const sinceLast = timeStamp - last
      const isScanned = sinceLast <= SCANNER_MS
      if (key === 'Enter') {
        const code = typed
        if (isScanned && code.length >= SHORTEST_SCAN) act(() => scan(code))
        return
      }
      if (!isLetter) return
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
