import { expect, test } from 'vitest'
import { exports } from '../../ctl/exports.ts'
import { imports } from '../../ctl/imports/imports.ts'
import { operations } from '../../shared/contract/index.ts'
import { files, handWritten, textOf } from './docs.ts'

test('the README has at most 160 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(160)
})

test('every npm script that a document runs is one of the package', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  const clientScripts = JSON.parse(textOf('client/package.json')).scripts
  const run = handWritten.flatMap((doc) =>
    [...textOf(doc).matchAll(/npm run (?:-s |-- )?([\w:-]+)/g)].map(([, name = '']) => ({ document: doc, name })),
  )
  const unknown = run.filter(({ name }) => !(name in scripts) && !(name in clientScripts))
  expect(unknown).toEqual([])
  expect(run.map(({ name }) => name)).toContain('ctl')
})

test('every task that people do in the console has a test', () => {
  const rows = [...textOf('docs/console.md').matchAll(/^\| .+ \| \d.* \| `(.+\.test\.ts)` \|$/gm)]
  const tests = rows.map(([, file]) => `test/console/${file}`)
  expect(rows.length).toBeGreaterThanOrEqual(22)
  expect(tests.filter((file) => !files.includes(file))).toEqual([])
  expect(files.filter((file) => file.startsWith('test/console/tasks/') && !tests.includes(file))).toEqual([])
})

test('every metric that a document names is exported by a process', () => {
  const code = files
    .filter((file) => /^(gateway|shared|services)\/.*\.ts$/.test(file))
    .map(textOf)
    .join('\n')
  const named = handWritten.flatMap((doc) =>
    [...textOf(doc).matchAll(/`(inventory_[a-z_]+[a-z])`/g)].map(([, name = '']) => ({ document: doc, name })),
  )
  expect(named.filter(({ name }) => !code.includes(`'${name}'`))).toEqual([])
  expect(named.length).toBeGreaterThan(10)
})

test('every ctl command that a document names exists', () => {
  const commands = [
    ...operations.flatMap(({ command }) => command ?? []),
    ...Object.keys(imports),
    ...Object.keys(exports).map((name) => `export ${name}`),
    'asyncapi',
    'status',
    'dead-letter list',
    'dead-letter repeat',
  ]
  const named = handWritten.flatMap((doc) =>
    [...textOf(doc).matchAll(/\bctl (?:-- )?([a-z][a-z-]*(?: [a-z-]+)?)(?=[ `\n])/g)].map(([, name = '']) => ({
      document: doc,
      name,
    })),
  )
  const unknown = named.filter(
    ({ name }) => !commands.some((command) => name === command || name.startsWith(`${command} `)),
  )
  expect(unknown).toEqual([])
  expect(named.length).toBeGreaterThan(5)
})
