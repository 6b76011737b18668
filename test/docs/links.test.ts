import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, docs, exists, files, handWritten, root, textOf, withoutCode } from './docs.ts'

/** A link without a scheme, from the document it stands in. */
function relativeLinks(doc: string): { readonly target: string; readonly anchor: string | undefined }[] {
  const targets = [...withoutCode(textOf(doc)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#', 2)
      return { target: path === '' ? doc : normalize(join(dirname(doc), path)), anchor }
    })
}

test('every relative link leads to a file, and every anchor to a heading or an id in it', () => {
  const broken = docs.flatMap((doc) =>
    relativeLinks(doc)
      .filter(({ target, anchor }) => {
        if (!exists(target)) return true
        return anchor !== undefined && !(docs.includes(target) && anchorsOf(textOf(target)).has(anchor))
      })
      .map(({ target, anchor }) => `${doc}: ${target}${anchor === undefined ? '' : `#${anchor}`}`),
  )
  expect(broken).toEqual([])
  expect(docs.flatMap(relativeLinks).length).toBeGreaterThan(50)
})

/** Paths below the folders of the repository, as documents write them; `<name>`, `*` and `…` stand for several. */
const PATH = /(?<![\w./:@-])(?:shared|gateway|services|ctl|local|deploy|client|console|docs|test)\/[\w./<>*{}…-]*/g

test('every path that a document names exists', () => {
  const named = handWritten.flatMap((doc) =>
    [...textOf(doc).matchAll(PATH)].map(([path]) => ({ document: doc, path: path.replace(/[.…]+$/, '') })),
  )
  const missing = named.filter(({ path }) => !/[<>*{}…]/.test(path) && !existsAnywhere(path))
  expect(missing.map(({ document: doc, path }) => `${doc}: ${path}`)).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

/** Drawings name modules without their extension. */
const existsAnywhere = (path: string) => exists(path) || exists(`${path}.ts`) || path.startsWith('deploy/secrets')

test('every document, decision and promise that code or a document cites exists', () => {
  const sources = files.filter((file) => /\.(ts|tsx|js|md|ya?ml|sh)$|Dockerfile$|Caddyfile$/.test(file))
  const cited = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map(([, path = '', anchor]) => ({
      file,
      path,
      anchor,
    })),
  )
  const broken = cited.filter(
    ({ path, anchor }) => !exists(path) || (anchor !== undefined && !anchorsOf(textOf(path)).has(anchor)),
  )
  expect(broken.map(({ file, path, anchor }) => `${file}: ${path}${anchor === undefined ? '' : `#${anchor}`}`)).toEqual(
    [],
  )
  expect(cited.length).toBeGreaterThan(5)
})

test('nothing refers to a folder outside of the repository', () => {
  const outside = files
    .filter((file) => /\.(ts|tsx|js|md|ya?ml|sh)$/.test(file))
    .filter((file) => /(?<!\/)\.\.\/shared\/[\w-]+\.md/.test(textOf(file)))
  expect(outside, `from ${root}`).toEqual([])
})

test('code cites decisions and promises by the page that a reader can open', () => {
  const sources = files.filter((file) => /\.(ts|tsx|js|ya?ml|sh)$/.test(file))
  const bare = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:decisions? \d+|promises? [RS]\d+|spec(?:ification)? \d\.\d)/gi)].map(
      ([cited]) => `${file}: ${cited}`,
    ),
  )
  expect(bare).toEqual([])
})
