import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
export function parseSources(fileName: string, text: string): AptSource[] {
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
