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
