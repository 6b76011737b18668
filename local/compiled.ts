import { fileURLToPath } from 'node:url'

/** The path of a compiled file, named from the repository's top; also when tests run the sources. */
export function compiled(file: string): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? `../dist/${file}` : `../${file}`, import.meta.url))
}
