import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const isSource = import.meta.url.endsWith('.ts')

/** The path of a compiled file. `file` is relative to the repository's root. Tests run the sources, and find it in dist/. */
export function compiled(file: string): string {
  return fileURLToPath(new URL(isSource ? `../../dist/${file}` : `../../${file}`, import.meta.url))
}

/** The path of an executable on the PATH or in the system's sbin folders; undefined when there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
