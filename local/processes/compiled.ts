import { fileURLToPath } from 'node:url'

const isSource = import.meta.url.endsWith('.ts')

/** The path of a compiled file. `file` is relative to the repository's root. Tests run the sources, and find it in dist/. */
export function compiled(file: string): string {
  return fileURLToPath(new URL(isSource ? `../../dist/${file}` : `../../${file}`, import.meta.url))
}
