/** Encodings of text files that spreadsheets write. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** A file that cannot be read in one way only; the message is a sentence that says why. */
export class UnreadableSheet extends Error {}

/** Bytes to which Windows-1252 gives no character. */
const UNASSIGNED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const DAMAGE = '\ufffd'

/** Finds out the encoding of a file while it is read. */
export interface EncodingCheck {
  add(bytes: Uint8Array): void
  /** Throws `UnreadableSheet` if the file is in none, or in several. */
  end(): Encoding
}

/**
 * A byte order mark decides. Without one, NUL bytes at even or odd places alone are those of UTF-16, text that is valid
 * UTF-8 is that, and other text is Windows-1252 unless some of it is UTF-8 (docs/decisions/operations.md#89).
 */
export function createEncodingCheck(): EncodingCheck {
  const decoder = new TextDecoder('utf-8')
  let start: readonly number[] = []
  let size = 0
  const nulls = [0, 0]
  let line = 1
  let lineOfByte = 1
  let firstDamaged: number | undefined
  let firstUtf8: number | undefined
  let firstUnassigned: number | undefined

  const follow = (text: string) => {
    for (const [row, piece] of text.split('\n').entries()) {
      if (row > 0) line++
      if (piece.includes(DAMAGE)) firstDamaged ??= line
      if (/[^\0-\x7f\ufffd]/.test(piece)) firstUtf8 ??= line
    }
  }

  return {
    add(bytes) {
      if (start.length < 3) start = [...start, ...bytes.slice(0, 3 - start.length)]
      for (const [index, byte] of bytes.entries()) {
        if (byte === 0) nulls[(size + index) % 2] = (nulls[(size + index) % 2] ?? 0) + 1
        else if (byte === 0x0a) lineOfByte++
        else if (UNASSIGNED.has(byte)) firstUnassigned ??= lineOfByte
      }
      size += bytes.length
      follow(decoder.decode(bytes, { stream: true }))
    },
    end() {
      follow(decoder.decode())
      const marked = markedBy(start)
      const [even = 0, odd = 0] = nulls
      const wide = marked ?? wideBy(start, [even, odd], size / 2)
      if (wide === 'utf-16le' || wide === 'utf-16be') {
        if (size % 2 === 0) return wide
        throw new UnreadableSheet('The file begins as UTF-16 text and has half a character.')
      }
      if (even + odd > 0) throw new UnreadableSheet('The file has NUL characters: it is no text.')
      if (firstDamaged === undefined) return 'utf-8'
      if (marked === 'utf-8' || firstUtf8 !== undefined)
        throw new UnreadableSheet(
          `Line ${firstDamaged} is not UTF-8 text, and ${marked ? 'the file says that it is' : `line ${firstUtf8} is`}.`,
        )
      if (firstUnassigned !== undefined)
        throw new UnreadableSheet(`Line ${firstUnassigned} is neither UTF-8 nor Windows-1252 text.`)
      return 'windows-1252'
    },
  }
}

/** Most characters of a UTF-16 file, the first too, have a NUL, always as the same one of their two bytes. */
function wideBy([first, second]: readonly number[], [even = 0, odd = 0]: readonly number[], characters: number) {
  if (even === 0 && second === 0 && odd > characters / 2) return 'utf-16le'
  return odd === 0 && first === 0 && even > characters / 2 ? 'utf-16be' : undefined
}

function markedBy([first, second, third]: readonly number[]): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** The characters of 0x80 to 0x9F in Windows-1252. */
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Decodes the parts of a file, one after the other; without bytes, its end. Throws `UnreadableSheet` for damaged text. */
export function createSheetDecoder(encoding: Encoding): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding)
  return (bytes) => {
    const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    if (text.includes(DAMAGE)) throw new UnreadableSheet(`The file is not ${ENCODING_NAMES[encoding]} text.`)
    // Node decodes these as ISO-8859-1 does (nodejs/node#56542).
    return encoding === 'windows-1252'
      ? text.replaceAll(/[\u0080-\u009f]/g, (character) => OF_WINDOWS.charAt(character.charCodeAt(0) - 0x80))
      : text
  }
}

/** The text of a whole file, and its encoding; throws `UnreadableSheet`. */
export function decodeSheet(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  const check = createEncodingCheck()
  check.add(bytes)
  const encoding = check.end()
  const decode = createSheetDecoder(encoding)
  return { text: decode(bytes) + decode(), encoding }
}

export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
}
