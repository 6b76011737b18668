import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { builtConsole } from '../../gateway/sessions/pages.ts'
import { buildConsole } from '../../local/build-console.ts'

const LIMIT_BYTES = 260_000
/** The first screen is a chunk of its own. */
const FIRST_SCREEN = 'src/screens/today/today.tsx'

/** What Vite records of each built chunk: its file, its styles, and the chunks that it loads with itself. */
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) }),
)

beforeAll(() => buildConsole(console.log), 300_000)

test('the first screen, with sign-in and shell, takes at most 260 kB of scripts and styles as they are sent', () => {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(builtConsole, '.vite/manifest.json'), 'utf8')))
  const chunks = new Set<string>()
  const add = (name: string) => {
    if (chunks.has(name)) return
    chunks.add(name)
    for (const imported of chunkOf(name).imports) add(imported)
  }
  const chunkOf = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The manifest has no ${name}`)
    return chunk
  }
  for (const name of ['index.html', FIRST_SCREEN]) add(name)
  const files = new Set([...chunks].flatMap((name) => [chunkOf(name).file, ...chunkOf(name).css]))
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(builtConsole, file))).length)
  expect([...files].filter((file) => file.endsWith('.css'))).not.toEqual([])
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES)
})
