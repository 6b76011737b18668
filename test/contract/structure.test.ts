import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((file) => file !== '')
const sources = files.filter((file) => /^(shared|gateway|services|ctl|local|test)\/.*\.ts$/.test(file))

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The files of ours that a source imports, from the root of the repository. */
function importsOf(file: string): string[] {
  const specifiers = [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers.map((specifier) => normalize(join(dirname(file), specifier)))
}

test.each([
  ['shared', /^shared\//, /^shared\//],
  ['the gateway', /^gateway\//, /^(shared|gateway)\//],
  ['auth', /^services\/auth\//, /^(shared|services\/auth)\//],
  ['catalog', /^services\/catalog\//, /^(shared|services\/catalog)\//],
  ['inventory', /^services\/inventory\//, /^(shared|services\/inventory)\//],
  ['notifications', /^services\/notifications\//, /^(shared|services\/notifications)\//],
])('%s imports only what it may', (_, own, allowed) => {
  const foreign = sources
    .filter((file) => own.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => !allowed.test(imported))
        .map((imported) => `${file}: ${imported}`),
    )
  expect(foreign).toEqual([])
})

test('no import in a circle', () => {
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (file: string, trail: readonly string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
      return
    }
    state.set(file, 'open')
    for (const imported of valueImportsOf(file)) if (sources.includes(imported)) visit(imported, [...trail, file])
    state.set(file, 'done')
  }
  for (const file of sources) visit(file, [])
  expect(circles).toEqual([])
})

/** As importsOf, without those of types, which are gone at run time. */
function valueImportsOf(file: string): string[] {
  const statements = [...textOf(file).matchAll(/(?:import|export)\s+(?!type\b)[^;'"]*?from\s+'(\.[^']+)'/g)]
  const values = statements.filter(([statement]) => !/\{\s*(type\s+\w+,?\s*)+\}/.test(statement))
  return values.map(([, specifier = '']) => normalize(join(dirname(file), specifier)))
}

test('names are kebab-case, and none says nothing', () => {
  for (const file of sources) {
    expect(basename(file), file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|model|config))?\.ts$/)
    expect(file).not.toMatch(/(^|[/.-])(utils?|helpers?|common|managers?)([/.-]|$)/)
  }
})

test('files stay within 250 lines', () => {
  const lines = (file: string) => textOf(file).trimEnd().split('\n').length
  expect(sources.filter((file) => !file.startsWith('test/') && lines(file) > 250)).toEqual([])
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
