import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = new URL('../..', import.meta.url).pathname

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})

/** Every file of the repository, from its root; what git ignores is left out. */
export const files: readonly string[] = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Every Markdown document. */
export const docs: readonly string[] = files.filter((file) => file.endsWith('.md'))

/** The documents that are written by hand. */
export const handWritten: readonly string[] = docs.filter((file) => file !== 'test/bench/report.md')

/** Whether a path from the root names a file, or a folder that holds one. */
export function exists(path: string): boolean {
  const bare = path.replace(/\/$/, '')
  return bare === '' || bare === '.' || files.includes(bare) || files.some((file) => file.startsWith(`${bare}/`))
}

/** The text without fenced code, in which a `#` is no heading and a bracket no link. */
export const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

/** Every anchor of a document: those of its headings, as GitHub names them, and explicit ids. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id))
  const seen = new Map<string, number>()
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = toSlug(heading)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

/** Lower case, without markup and punctuation, blanks as hyphens. */
function toSlug(heading: string): string {
  const text = heading.replace(/<[^>]+>/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
