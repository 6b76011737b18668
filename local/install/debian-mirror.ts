import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../processes/program-paths.ts'

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

interface AptSource {
  types: string[]
  uris: string[]
  suites: string[]
  components: string[]
}

/** The mirror that this machine's apt uses for its own release, or undefined. `etcApt` is /etc/apt. */
export function findDebianMirror(codename: string, etcApt = '/etc/apt'): string | undefined {
  const sources = sourceFiles(etcApt).flatMap((file) => parseSources(file, readFileSync(file, 'utf8')))
  return sources
    .filter(({ types, suites, components }) => {
      return types.includes('deb') && suites.includes(codename) && components.includes('main')
    })
    .flatMap(({ uris }) => uris)
    .find((uri) => /^(https?|ftp|file|copy):/.test(uri))
}

/** The entries of a file of apt sources, in deb822 format (.sources) or one-line format (.list). */
function parseSources(fileName: string, text: string): AptSource[] {
  return fileName.endsWith('.sources') ? parseDeb822(text) : parseLines(text)
}

function parseDeb822(text: string): AptSource[] {
  const withoutComments = text.replace(/^#.*\n?/gm, '')
  return withoutComments
    .split(/\n\s*\n/)
    .map((stanza) => {
      const unfolded = stanza.replace(/\n[ \t]+/g, ' ')
      const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
      const words = (name: string) => field(name).split(/\s+/).filter(Boolean)
      const enabled = !/^(no|false|0)$/i.test(field('Enabled'))
      return {
        types: enabled ? words('Types') : [],
        uris: words('URIs'),
        suites: words('Suites'),
        components: words('Components'),
      }
    })
    .filter(({ types }) => types.length > 0)
}

function parseLines(text: string): AptSource[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(deb(?:-src)?)\s+(?:\[[^\]]*\]\s*)?(\S+)\s+(\S+)([^#]*)/.exec(line)
    if (!match) return []
    const [, type = '', uri = '', suite = '', components = ''] = match
    return [{ types: [type], uris: [uri], suites: [suite], components: components.split(/\s+/).filter(Boolean) }]
  })
}

function sourceFiles(etcApt: string): string[] {
  const sources = join(etcApt, 'sources.list.d')
  const names = [...list(etcApt), ...list(sources)].filter((file) => /\.(sources|list)$/.test(file))
  return names.sort()
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

/** The error for a missing program that cannot be installed on this machine. Its message says what to do instead. */
export function cannotInstall(program: string, reason: string): Error {
  return new Error(
    `${program} is missing and cannot be installed here: ${reason}.\n` +
      'Install it, or give the address of a running server in MONGODB_URI, RABBITMQ_URL or REDIS_URL, ' +
      'or run the whole system in containers: deploy/setup && docker compose up',
  )
}

/** The reason why packages cannot be installed on this machine; undefined when they can. */
export function reasonNotInstallable(aptGet: string | undefined, uid = process.getuid?.()): string | undefined {
  if (aptGet === undefined) return 'this is no Debian machine (there is no apt-get)'
  return uid === 0 ? undefined : 'that takes the rights of root'
}
