import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compiled } from '../../../local/processes/program-paths.ts'
import { HEAP_LIMIT, serviceNames } from '../../../local/services.ts'
import { isBundled, loadProgram, storeCodeCache } from '../../../shared/load-program.ts'

let dist: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'bundle-'))
})
afterEach(() => rmSync(dist, { recursive: true }))

const modules = { run: () => Promise.resolve() }
const load = () => loadProgram('auth', async () => modules, join(dist, 'bundles'))
const namesOf = async () => Object.keys(await load())

function writeBundle(source: string): string {
  const folder = join(dist, 'bundles/auth')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'main.cjs'), source)
  return folder
}

test('a program is loaded from its bundle, unless its modules were compiled after that', async () => {
  expect(await load()).toBe(modules)
  writeBundle('exports.bundled = 1')
  expect(await namesOf()).toEqual(['bundled'])
  const later = Date.now() / 1000 + 10
  for (const record of ['.tsbuildinfo', '.unchecked']) {
    writeFileSync(join(dist, record), '')
    utimesSync(join(dist, record), later, later)
    expect(await load(), record).toBe(modules)
    rmSync(join(dist, record))
  }
})

test('the code cache of another source of the same length is not used', async () => {
  storeCodeCache(writeBundle('exports.one = () => 1'))
  writeBundle('exports.two = () => 1')
  expect(await namesOf()).toEqual(['two'])
})

test.each(serviceNames)('V8 takes the code cache of the bundle of %s, with the flags that processes have', (name) => {
  const folder = compiled(`bundles/${name}`)
  expect(isBundled(name, compiled('bundles'))).toBe(true)
  const source = readFileSync(join(folder, 'main.cjs'), 'latin1')
  // Every character in one byte of memory.
  expect(/[^\0-\x7f]/.test(source)).toBe(false)
  const program = `
    const { readFileSync } = require('node:fs')
    const source = require('node:module').wrap(readFileSync('${folder}/main.cjs', 'latin1'))
    const cachedData = readFileSync('${folder}/code-cache').subarray(40)
    console.log(new (require('node:vm').Script)(source, { cachedData }).cachedDataRejected)`
  const environment = { ...process.env, NODE_OPTIONS: HEAP_LIMIT }
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', env: environment }).trim()).toBe('false')
})
