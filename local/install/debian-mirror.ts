import { readFileSync } from 'node:fs'
import { findProgram } from '../processes/find-program.ts'
import { findDebianMirror } from './apt-sources.ts'
import { cannotInstall, reasonNotInstallable } from './cannot-install.ts'

/** The Debian release that packages DocumentDB. */
export const SUITE = 'forky'

/** The mirror of this machine's apt. Throws an error that says what to do when `program` cannot be installed from one. */
export function requireMirror(program: string): string {
  const reason = reasonNotInstallable(findProgram('apt-get'))
  if (reason) throw cannotInstall(program, reason)
  const codename = debianCodename()
  const mirror = findDebianMirror(codename)
  if (!mirror) throw cannotInstall(program, `apt's sources name no Debian mirror for ${codename || 'this system'}`)
  return mirror
}

function debianCodename(): string {
  try {
    return /^VERSION_CODENAME=["']?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}
