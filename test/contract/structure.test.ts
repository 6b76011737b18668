import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { groupBy } from '../../shared/process/group-by.ts'

const root = new URL('../..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = [...new Set(tracked.split('\n'))].filter((file) => file !== '' && existsSync(join(root, file)))
const sources = files.filter((file) => /^(shared|gateway|services|ctl|local|client|test)\/.*\.ts$/.test(file))

const ofConsole = files.filter((file) => /^console\/.*\.tsx?$/.test(file))
/** Their imports are checked. */
const modules = [...sources, ...ofConsole]

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The files of this repository that a source imports, types included. */
function importsOf(file: string): string[] {
  const specifiers = [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers.map((specifier) => normalize(join(dirname(file), specifier)))
}

type Graph = ReadonlyMap<string, readonly string[]>
const fileGraph: Graph = new Map(
  modules.map((file) => [file, importsOf(file).filter((imported) => modules.includes(imported))]),
)

/** Each circle as the sorted names of its nodes, which all reach each other. */
function circlesIn(graph: Graph): string[] {
  const reachedFrom = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]))
  const reaches = (from: string, to: string) => reachedFrom.get(from)?.has(to) === true
  const circles = [...graph.keys()]
    .filter((node) => reaches(node, node))
    .map((node) => [...graph.keys()].filter((other) => reaches(node, other) && reaches(other, node)))
  return [...new Set(circles.map((circle) => circle.toSorted().join(' ')))]
}

function reach(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>()
  const open = [...(graph.get(start) ?? [])]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue
    reached.add(node)
    open.push(...(graph.get(node) ?? []))
  }
  return reached
}

/** What a rule finds beyond its known exceptions, and exceptions that are mended: the lists only shrink. */
function expectOnly(found: readonly string[], exceptions: readonly string[]): void {
  expect({
    broken: found.filter((one) => !exceptions.includes(one)),
    mended: exceptions.filter((one) => !found.includes(one)),
  }).toEqual({ broken: [], mended: [] })
}

test.each([
  ['the contract', /^shared\/contract\//, /^shared\/contract\//],
  ['process', /^shared\/process\//, /^shared\/(contract|process)\//],
  ['database', /^shared\/database\//, /^shared\/(contract|process|database)\//],
  ['messaging', /^shared\/messaging\//, /^shared\/(contract|process|database|messaging)\//],
  ['identity', /^shared\/identity\//, /^shared\/(contract|process|database|messaging|identity)\//],
  ['shared', /^shared\//, /^shared\//],
  ['the gateway', /^gateway\//, /^(shared|gateway)\//],
  ['auth', /^services\/auth\//, /^(shared|services\/auth)\//],
  ['catalog', /^services\/catalog\//, /^(shared|services\/catalog)\//],
  ['inventory', /^services\/inventory\//, /^(shared|services\/inventory)\//],
  ['masters of inventory', /^services\/inventory\/masters\//, /^(shared|services\/inventory\/(records|masters))\//],
  ['the stock kernel', /^services\/inventory\/stock\//, /^(shared|services\/inventory\/(records|masters|stock))\//],
  [
    'a family of documents',
    /^services\/inventory\/documents\//,
    /^(shared|services\/inventory\/(records|masters|stock|documents))\//,
  ],
  ['notifications', /^services\/notifications\//, /^(shared|services\/notifications)\//],
  ['reporting', /^services\/reporting\//, /^(shared|services\/reporting)\//],
  [
    'what is derived from the feed',
    /^services\/reporting\/history\//,
    /^(shared\/|services\/reporting\/(history\/|decimal\.ts))/,
  ],
  ['a report', /^services\/reporting\/reports\//, /^(shared\/|services\/reporting\/((history|reports)\/|decimal\.ts))/],
  [
    'what follows the feed',
    /^services\/reporting\/follower\//,
    /^(shared\/|services\/reporting\/((history|follower)\/|history-of\.ts))/,
  ],
  ['the client', /^client\//, /^client\//],
  ['what the console calculates', /^console\/src\/fold\//, /^console\/src\/fold\//],
  ['what it asks the interface', /^console\/src\/api\//, /^(client\/src|console\/src\/(fold|api))\//],
  ['what it keeps on the device', /^console\/src\/device\//, /^console\/src\/(api|device)\//],
  ['what it keeps without signal', /^console\/src\/outbox\//, /^console\/src\/(api|device|outbox)\//],
  ['what its screens share', /^console\/src\/parts\//, /^console\/src\/(fold|api|parts)\//],
  ['a screen', /^console\/src\/screens\//, /^console\/src\/(fold|api|outbox|parts|screens)\//],
])('%s imports only what it may', (_, own, allowed) => {
  const ownSources = modules.filter((file) => own.test(file))
  expect(ownSources).not.toEqual([])
  const foreign = ownSources.flatMap((file) =>
    importsOf(file)
      .filter((imported) => !allowed.test(imported))
      .map((imported) => `${file}: ${imported}`),
  )
  expect(foreign).toEqual([])
})

test('no file imports itself through others, by types or values', () => {
  expect(circlesIn(fileGraph)).toEqual([])
})

test('a family of documents imports the kit, and no other family', () => {
  const familyOf = (file: string) => /^services\/inventory\/documents\/(\w+)\//.exec(file)?.[1]
  const foreign = modules.flatMap((file) => {
    const own = familyOf(file)
    const others = importsOf(file).filter((imported) => ![undefined, 'kit', own].includes(familyOf(imported)))
    return own === undefined || own === 'allocator' ? [] : others.map((imported) => `${file}: ${imported}`)
  })
  expect(foreign).toEqual([])
})

/** Circles between rooms that are still to be taken apart. */
const KNOWN_ROOM_CIRCLES: readonly string[] = []

const areas = [
  'shared',
  'gateway',
  'services/auth',
  'services/catalog',
  'services/inventory',
  'services/notifications',
  'services/reporting',
]

test('no room imports itself through other rooms of its area', () => {
  const circles = [...areas, 'local', 'ctl', 'console/src'].flatMap((area) => circlesIn(roomsOf(area)))
  expectOnly(circles, KNOWN_ROOM_CIRCLES)
})

/** The folders of an area and their imports of each other; files directly in the area put the rooms together. */
function roomsOf(area: string): Graph {
  const isInRoom = (file: string) => file.startsWith(`${area}/`) && dirname(file) !== area
  const rooms = new Map<string, string[]>()
  for (const [file, imported] of fileGraph) {
    if (!isInRoom(file)) continue
    const others = imported.filter((one) => isInRoom(one) && dirname(one) !== dirname(file)).map((one) => dirname(one))
    rooms.set(dirname(file), [...(rooms.get(dirname(file)) ?? []), ...others])
  }
  return rooms
}

/** Files of shared/ that only one program uses, and that are still to move there. */
const KNOWN_OF_ONE_HOME: readonly string[] = []

test('shared/ holds what more than one program uses; what one uses lies with it', () => {
  const homeOf = (file: string) => /^(?:gateway|services\/\w+|ctl|local)(?=\/)/.exec(file)?.[0]
  const homes = new Map<string, Set<string>>()
  for (const file of sources) {
    const home = homeOf(file)
    if (home === undefined) continue
    for (const used of reach(fileGraph, file)) homes.set(used, (homes.get(used) ?? new Set()).add(home))
  }
  const ofOne = sources.filter((file) => /^shared\/(?!contract\/)/.test(file) && (homes.get(file)?.size ?? 0) < 2)
  expectOnly(ofOne, KNOWN_OF_ONE_HOME)
})

/** Rooms that are still to be divided. */
const KNOWN_LARGE_ROOMS: readonly string[] = []

test('a room has at most 16 files', () => {
  const rooms = groupBy(modules, (file) => dirname(file))
  const large = [...rooms].filter(([, inRoom]) => inRoom.length > 16).map(([room]) => room)
  expectOnly(large, KNOWN_LARGE_ROOMS)
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
