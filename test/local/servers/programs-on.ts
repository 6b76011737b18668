import { readdirSync, readFileSync } from 'node:fs'

/** Programs that were started for this folder, or by what was: their environment names it. */
export function programsOn(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const isOne = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`=${folder}/`)
      return isOne ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}
