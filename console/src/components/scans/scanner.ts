import { type KeyboardEvent, useEffect, useRef } from 'react'
import { GROUP_SEPARATOR } from '../../../../shared/scan/elements.ts'

/** Takes a code; false if it takes none at the moment. */
type Take = (code: string) => boolean

const fields: Take[] = []

/** The page has a field for scans: it takes what is scanned while no field has the cursor. */
export function useScanField(take: Take): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const own: Take = (code) => latest.current(code)
    fields.push(own)
    return () => void fields.splice(fields.indexOf(own), 1)
  }, [])
}

/** Gives a code to the field for scans that the page opened last; false if no field takes it. */
export const takeScan: Take = (code) => fields.at(-1)?.(code) ?? false

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

/** Puts the cursor into the first empty field after this one, or on the button of the form if none is empty. */
export function focusNextEmpty(from: HTMLElement): void {
  const form = from.closest('form')
  const fields = [...(form?.querySelectorAll('input') ?? [])].filter(
    (one) => !['hidden', 'radio'].includes(one.type) && !one.disabled,
  )
  const after = fields.slice(fields.findIndex((one) => one === from || from.contains(one)) + 1)
  const next = after.find(({ value }) => value === '') ?? form?.querySelector<HTMLElement>('button[type=submit]')
  next?.focus()
}

/** The outcome of a scan, for people who do not look at the screen: one high tone, or two low ones. */
const TONES = { taken: [880], refused: [220, 165] }
const TONE_SECONDS = 0.12
const FLASH_MS = 700
const COLORS = { taken: 'var(--ink-good)', refused: 'var(--ink-warn)' }

let audio: AudioContext | undefined

/** Signals by sound and colour whether a scan was taken; the field that took it flashes. */
export function signalScan(outcome: keyof typeof TONES, field: HTMLElement | null): void {
  audio ??= new AudioContext()
  const { currentTime, destination } = audio
  for (const [index, frequency] of TONES[outcome].entries()) {
    const tone = new OscillatorNode(audio, { frequency })
    tone.connect(new GainNode(audio, { gain: 0.1 })).connect(destination)
    tone.start(currentTime + index * TONE_SECONDS)
    tone.stop(currentTime + (index + 1) * TONE_SECONDS)
  }
  field?.animate([{ outline: `4px solid ${COLORS[outcome]}` }, { outline: '4px solid transparent' }], FLASH_MS)
}
