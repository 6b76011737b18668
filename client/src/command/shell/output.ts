/** Writes a line to the standard output; resolves when it is written. */
export function print(text: string): Promise<void> {
  return writeOut(text.endsWith('\n') ? text : `${text}\n`)
}

/** Writes bytes to the standard output; resolves when they are written, so that nothing piles up. */
export function writeOut(bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

/** Writes a line for people to the standard error. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Text of others as one line that a terminal shows and does not obey: control characters are escaped. */
export function toPrintable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
