import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { files, modules, sources, textOf } from './sources.ts'

/** Without the version that begins the name of a migration. */
const nameOf = (file: string) => basename(file).replace(file.includes('/migrations/') ? /^\d+\.\d+\.\d+-/ : /^$/, '')

test('names are kebab-case, and none says nothing', () => {
  for (const file of sources) {
    expect(nameOf(file), file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|model|config))?\.ts$/)
    expect(file).not.toMatch(/(^|[/.-])(utils?|helpers?|common|managers?)([/.-]|$)/)
  }
})

test('files stay within 250 lines', () => {
  const lines = (file: string) => textOf(file).trimEnd().split('\n').length
  expect(modules.filter((file) => lines(file) > 250)).toEqual([])
})

const production = modules.filter((file) => !file.startsWith('test/'))

test('a line of production code has at most 125 characters', () => {
  const long = production.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (line.length > 125 ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

test('no object literal is spread, since that only packs lines', () => {
  expect(production.filter((file) => /\.{3}\{/.test(withoutText(file)))).toEqual([])
})

test('there is no `any`, and no assertion that a value is there', () => {
  const loose = sources.filter((file) => /(:|<|as) any\b|\w!(\.|;|\)|,|\s*$)/m.test(withoutText(file)))
  expect(loose).toEqual([])
})

/** Code alone: comments, strings and regular expressions may hold anything. */
function withoutText(file: string): string {
  return textOf(file).replace(
    /\/\*[\s\S]*?\*\/|\/\/.*$|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/(?:\\.|[^/\\\n])+\/[a-z]*/gm,
    '',
  )
}

test('nothing names the host of a package registry or a mirror', () => {
  const naming = files
    .filter((file) => !file.startsWith('test/'))
    .filter((file) => /\.(ts|js|json|md|yml|yaml|sh|npmrc)$|(^|\/)\.[^/]+$/.test(file))
    .filter((file) => /"resolved"|https?:\/\/[\w.-]*(registry|npm|debian|mirror)/.test(textOf(file)))
  expect(naming).toEqual([])
})

test('the files that replace modules are those that have a process of their own', () => {
  const tests = sources.filter((file) => file.endsWith('.test.ts') && /\bvi\.(do)?mock\(/i.test(withoutText(file)))
  const [, listed = ''] = /replacingModules = \[([^\]]*)\]/.exec(textOf('test/vitest.config.ts')) ?? []
  expect(tests).toEqual([...listed.matchAll(/'([^']+)'/g)].map(([, file]) => file))
})

test('every file and promise that a comment names exists', () => {
  const promises = new Set([...textOf('docs/promises.md').matchAll(/<a id="([RS]\d+)">/g)].map(([, id]) => id))
  const cited = sources.flatMap((file) =>
    commentsOf(file).flatMap((comment) => [
      ...[...comment.matchAll(/(?<![\w/.:-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|md|json|ya?ml|sh)\b/g)].map(([path]) => ({
        name: `${file}: ${path}`,
        exists: existsFrom(file, path),
      })),
      ...[...comment.matchAll(/(?<![\w/-])[RS]\d{1,2}\b/g)].map(([id]) => ({
        name: `${file}: ${id}`,
        exists: promises.has(id),
      })),
    ]),
  )
  expect(cited.filter(({ exists }) => !exists).map(({ name }) => name)).toEqual([])
  expect(cited.length).toBeGreaterThan(30)
})

/** Files that comments name, and that only running systems have. */
const AT_RUN_TIME: ReadonlySet<string> = new Set(['system.json'])

const existsFrom = (file: string, path: string) =>
  AT_RUN_TIME.has(path) ||
  files.includes(normalize(join(dirname(file), path))) ||
  files.some((one) => one === path || one.endsWith(`/${path}`))

const commentsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/ .*$/gm)].map(([comment]) => comment)
