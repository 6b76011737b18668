import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { groupBy } from '../../shared/process/group-by.ts'
import { modules, sources, textOf } from './sources.ts'

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

test.each([
  ['what is scanned', /^shared\/scan\//, /^shared\/(day\.ts|scan\/)/],
  ['what is read of a sheet', /^shared\/sheets\//, /^shared\/sheets\//],
  ['names', /^shared\/names\//, /^shared\/names\//],
  ['the contract', /^shared\/contract\//, /^shared\/(day\.ts|(contract|scan|sheets|names)\/)/],
  ['process', /^shared\/process\//, /^shared\/(contract|process)\//],
  ['database', /^shared\/database\//, /^shared\/(day\.ts|(contract|process|database)\/)/],
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
  ['what is derived from the feed', /^services\/reporting\/history\//, /^(shared\/|services\/reporting\/history\/)/],
  ['a report', /^services\/reporting\/reports\//, /^(shared\/|services\/reporting\/(history|reports)\/)/],
  [
    'what follows the feed',
    /^services\/reporting\/follower\//,
    /^(shared\/|services\/reporting\/((history|follower)\/|history-of\.ts))/,
  ],
  ['the stand-in for MongoDB', /^local\/documentdb-gateway\//, /^local\/documentdb-gateway\//],
  ['the client', /^client\//, /^client\//],
  [
    'what the console calculates',
    /^console\/src\/fold\//,
    /^(shared\/(day\.ts|(scan|sheets|names)\/)|console\/src\/fold\/)/,
  ],
  [
    'what it asks the interface',
    /^console\/src\/api\//,
    /^(shared\/(day\.ts|(scan|names)\/)|(client\/src|console\/src\/(fold|api))\/)/,
  ],
  ['what it keeps on the device', /^console\/src\/device\//, /^console\/src\/(api|device)\//],
  ['what it keeps without signal', /^console\/src\/outbox\//, /^console\/src\/(api|device|outbox)\//],
  [
    'what its screens share',
    /^console\/src\/components\//,
    /^(shared\/(day\.ts|(scan|sheets)\/)|console\/src\/(fold|api|device|components)\/)/,
  ],
  [
    'a screen',
    /^console\/src\/screens\//,
    /^(shared\/(day\.ts|names\/)|console\/src\/(fold|api|outbox|components|screens)\/)/,
  ],
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
  expect(circles).toEqual([])
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

test('shared/ holds what more than one program uses; what one uses lies with it', () => {
  const homeOf = (file: string) => /^(?:gateway|services\/\w+|ctl|local|console)(?=\/)/.exec(file)?.[0]
  const homes = new Map<string, Set<string>>()
  for (const file of modules) {
    const home = homeOf(file)
    if (home === undefined) continue
    for (const used of reach(fileGraph, file)) homes.set(used, (homes.get(used) ?? new Set()).add(home))
  }
  const ofOne = sources.filter((file) => /^shared\/(?!contract\/)/.test(file) && (homes.get(file)?.size ?? 0) < 2)
  expect(ofOne).toEqual([])
})

test('a room has at most 16 files', () => {
  const rooms = groupBy(modules, (file) => dirname(file))
  const large = [...rooms].filter(([, inRoom]) => inRoom.length > 16).map(([room]) => room)
  expect(large).toEqual([])
})
